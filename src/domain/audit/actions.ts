/**
 * Everything that is written to the audit trail, and how it reads after the name of whoever did
 * it. `[…]` is the object, to which the screen leads; `{…}` are words of the event's details, and
 * `{what}` the fields that it changed.
 *
 * An act that is not here cannot be recorded, so that none can be recorded that nobody can read.
 */
const actions = {
  'user.signed-in': { group: 'Sign-in', words: 'signed in' },
  'user.signed-out': { group: 'Sign-in', words: 'signed out' },
  'user.sign-in-refused': { group: 'Sign-in', words: 'tried to sign in as [name] and was refused' },
  'user.call-refused': { group: 'Refusals', words: 'was refused what they may not do: {tried}' },
  'hotel.refused': { group: 'Refusals', words: 'was refused access to [hotelName]' },
  'document.refused': { group: 'Refusals', words: 'was refused access to [name] of {hotelName}' },
  'interview.refused': {
    group: 'Refusals',
    words: 'was refused access to an interview at [hotelName]',
  },
  'response.refused': {
    group: 'Refusals',
    words: 'was refused access to [a response] for {hotelName}',
  },
  'user.password-changed': { group: 'Sign-in', words: 'chose a new password' },
  'user.session-ended': { group: 'Sign-in', words: 'signed out one of their devices: {device}' },
  'user.other-sessions-ended': { group: 'Sign-in', words: 'signed out all their other devices' },
  'user.created': { group: 'Users', words: 'added [name] as {role}' },
  'user.updated': { group: 'Users', words: 'changed {what} of [name]' },
  'user.status-changed': { group: 'Users', words: '{did} [name]' },
  'user.deleted': { group: 'Users', words: 'deleted the account of [name], {role}' },
  'user.work-opened': { group: 'Users', words: 'opened the unsent work of [name] on a device' },
  'hotel.created': { group: 'Hotels', words: 'added [name]' },
  'hotel.changed': { group: 'Hotels', words: 'changed {what} of [name]' },
  'hotel.stage-changed': { group: 'Hotels', words: 'moved [name] from {from} to {to}' },
  'hotel.deleted': { group: 'Hotels', words: 'deleted [name]' },
  'hotel.imported': {
    group: 'Hotels',
    words: 'imported hotels from a file: {imported} added, {refused} refused',
  },
  'document.uploaded': { group: 'Documents', words: 'uploaded [name] to {hotelName}' },
  'document.deleted': { group: 'Documents', words: 'deleted [name] from {hotelName}' },
  'interview.started': {
    group: 'Interviews',
    words: 'started an interview at [hotelName] with {surveyTitle}',
  },
  'interview.completed': {
    group: 'Interviews',
    words: 'completed an interview at [hotelName] with {surveyTitle}',
  },
  'interview.abandoned': {
    group: 'Interviews',
    words: 'abandoned an interview at [hotelName] with {surveyTitle}',
  },
  'response.stored': { group: 'Responses', words: 'submitted [a response] for {hotelName}' },
  'response.imported': {
    group: 'Responses',
    words: 'imported [a response] for {hotelName} from the file of a device',
  },
  'response.reviewed': { group: 'Responses', words: 'reviewed [a response] for {hotelName}' },
  'response.answered': {
    group: 'Responses',
    words: 'answered a question of [a response] for {hotelName}',
  },
  'response.corrected': {
    group: 'Responses',
    words:
      'corrected [a response] for {hotelName}: {pointsBefore} became {pointsAfter} of {maxScore} points',
  },
  'response.deleted': { group: 'Responses', words: 'deleted [a response] for {hotelName}' },
  'survey.created': { group: 'Surveys', words: 'created the survey [name]' },
  'survey.changed': { group: 'Surveys', words: 'changed {what} of the survey [name]' },
  'survey.cloned': { group: 'Surveys', words: 'copied {source} as [name]' },
  'survey.removed': { group: 'Surveys', words: '{action} the survey [name]' },
  'survey.edition-brought': {
    group: 'Surveys',
    words: 'brought back edition {edition} of [name] from a device',
  },
  'survey.reordered': { group: 'Surveys', words: 'put the questions of [name] in another order' },
  'survey.questions-imported': {
    group: 'Surveys',
    words: 'imported questions into [surveyTitle]: {imported} added, {refused} refused',
  },
  'question.created': { group: 'Surveys', words: 'added the question [name] to {surveyTitle}' },
  'question.changed': {
    group: 'Surveys',
    words: 'changed {what} of the question [name] in {surveyTitle}',
  },
  'question.deleted': { group: 'Surveys', words: 'deleted the question [name] from {surveyTitle}' },
  'answer-option.created': {
    group: 'Surveys',
    words: 'added an answer option to [question] of {surveyTitle}',
  },
  'answer-option.deleted': {
    group: 'Surveys',
    words: 'deleted an answer option from [question] of {surveyTitle}',
  },
} as const satisfies Record<`${string}.${string}`, { group: string; words: string }>;

/** In the past tense, noun first. */
export type AuditAction = keyof typeof actions;

/** What GET /api/audit-events may be filtered by: the acts of one part of the product. */
export const auditGroups = [
  'Hotels',
  'Documents',
  'Interviews',
  'Responses',
  'Surveys',
  'Users',
  'Sign-in',
  'Refusals',
] as const satisfies readonly (typeof actions)[AuditAction]['group'][];
export type AuditGroup = (typeof auditGroups)[number];

/** Every kind there is; `object` of the filter names one of them with an id. */
export const auditedKinds = [
  'hotel',
  'document',
  'interview',
  'response',
  'survey',
  'question',
  'answer-option',
  'user',
] as const;
/** What kind of object an event is about: the noun its action begins with. */
export type AuditedKind = (typeof auditedKinds)[number];

export const auditActions = Object.keys(actions) as AuditAction[];

/** How an action reads after its actor's name; undefined of one that a later edition recorded. */
export function wordsOf(action: string): string | undefined {
  return Object.hasOwn(actions, action) ? actions[action as AuditAction].words : undefined;
}

/** What `group` of the filter stands for in the trail, in the order of the table above. */
export function actionsOfGroup(group: AuditGroup): AuditAction[] {
  return auditActions.filter((action) => actions[action].group === group);
}

/** The actions whose events are about such an object, as `object` of the filter names one. */
export function actionsOfKind(kind: AuditedKind): AuditAction[] {
  return auditActions.filter((action) => kindOf(action) === kind);
}

/** The noun an action begins with, also of one that a later edition recorded. */
export function kindOf(action: string): string {
  return action.slice(0, action.indexOf('.'));
}
