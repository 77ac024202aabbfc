/**
 * Every action in the audit trail, with the words that follow the name of the person who did it.
 * `[…]` is the object, to which the screen links. `{…}` is a word from the event's details,
 * `{…|action}` is a number with its noun, and `{what}` lists the fields that changed.
 *
 * Only actions in this table can be recorded. So every recorded action has words that people can
 * read.
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
  'hotel.reassessment-made': {
    group: 'Hotels',
    words: 'planned the re-assessment of [hotelName]: {asked|question} of its {stage}',
  },
  'hotel.imported': {
    group: 'Hotels',
    words: 'imported hotels from a file: {imported} added, {refused} refused',
  },
  'round.planned': { group: 'Hotels', words: 'planned [a round] of {hotelName}: {kind}' },
  'round.opened': { group: 'Hotels', words: 'opened [a round] of {hotelName}: {kind}' },
  'round.changed': { group: 'Hotels', words: 'changed {what} of [a round] of {hotelName}' },
  'round.cancelled': { group: 'Hotels', words: 'cancelled [a round] of {hotelName}: {kind}' },
  'cycle.began': { group: 'Hotels', words: 'began cycle {number} of [hotelName]' },
  'cycle.ended': { group: 'Hotels', words: 'ended cycle {number} of [hotelName]' },
  'cycle.continued': { group: 'Hotels', words: 'went on with cycle {number} of [hotelName]' },
  'cycle.changed': { group: 'Hotels', words: 'changed {what} of cycle {number} of [hotelName]' },
  'waiver.granted': {
    group: 'Hotels',
    words: 'waived {question} at [hotelName] from {from} to {to}',
  },
  'waiver.revoked': {
    group: 'Hotels',
    words: 'revoked the waiver of {question} at [hotelName]',
  },
  'action.created': {
    group: 'Hotels',
    words:
      'changed the actions of [hotelName]: {made} new, {again} open again, {verified} verified, {cleared} no finding any more',
  },
  'action.commented': { group: 'Hotels', words: 'commented on the action [name] of {hotelName}' },
  'action.changed': {
    group: 'Hotels',
    words: 'changed {what} of the action [name] of {hotelName}',
  },
  'action.due-changed': {
    group: 'Hotels',
    words: 'made {changed|action} due on {dueOn}',
  },
  'action.status-changed': {
    group: 'Hotels',
    words: 'moved the action [name] of {hotelName} from {from} to {to}',
  },
  'action.verified': { group: 'Hotels', words: 'verified the action [name] of {hotelName}' },
  'action.late': {
    group: 'Hotels',
    words: 'was too late to change the action [name] of {hotelName}: it was kept as a note',
  },
  'plan.agreed': {
    group: 'Hotels',
    words: 'agreed a plan about {items|finding} with [hotelName]',
  },
  'plan.chosen': {
    group: 'Hotels',
    words: 'decided which of two signed plans of {hotelName} holds for {items|finding}',
  },
  'contact.added': { group: 'Hotels', words: 'added {name} to the people at [hotelName]' },
  'contact.changed': { group: 'Hotels', words: 'changed the details of {name} at [hotelName]' },
  'contact.removed': { group: 'Hotels', words: 'removed {name} from the people at [hotelName]' },
  'link.created': {
    group: 'Hotels',
    words: 'made a link to the {round} round of [hotelName] for {name}',
  },
  'link.used': { group: 'Hotels', words: 'opened the {round} round of [hotelName] by link' },
  'link.revoked': {
    group: 'Hotels',
    words: 'revoked a link of {name} to the {round} round of [hotelName]',
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
  'response.remarked': { group: 'Responses', words: 'remarked on [a response] for {hotelName}' },
  'response.remark-resolved': {
    group: 'Responses',
    words: 'resolved a remark on [a response] for {hotelName}',
  },
  'response.remark-reopened': {
    group: 'Responses',
    words: 'reopened a remark on [a response] for {hotelName}',
  },
  'response.returned': {
    group: 'Responses',
    words: 'returned [a response] for {hotelName} to {sender}',
  },
  'response.revised': {
    group: 'Responses',
    words:
      'revised [a response] for {hotelName}: {pointsBefore} became {pointsAfter} of {maxScore} points',
  },
  'response.revision-kept': {
    group: 'Responses',
    words: 'revised [a response] for {hotelName} after its round was approved: it was not applied',
  },
  'round.submitted': { group: 'Responses', words: 'submitted [round] of {hotelName}' },
  'round.approved': { group: 'Responses', words: 'approved [round] of {hotelName}' },
  'round.reopened': { group: 'Responses', words: 'reopened [round] of {hotelName}' },
  'appeal.filed': {
    group: 'Responses',
    words: 'appealed question {number} of [a response] for {hotelName}',
  },
  'appeal.decided': {
    group: 'Responses',
    words: '{decision} the appeal of question {number} of [a response] for {hotelName}',
  },
  'appeal.withdrawn': {
    group: 'Responses',
    words: 'withdrew the appeal of question {number} of [a response] for {hotelName}',
  },
  'evidence.added': {
    group: 'Responses',
    words: 'added the {kind} [name] at {hotelName}',
  },
  'evidence.deleted': {
    group: 'Responses',
    words: 'deleted the {kind} [name] at {hotelName}',
  },
  'survey.created': { group: 'Surveys', words: 'created the survey [name]' },
  'survey.changed': { group: 'Surveys', words: 'changed {what} of the survey [name]' },
  'survey.rules-changed': { group: 'Surveys', words: 'changed {what} in the rules of [name]' },
  'survey.rules-previewed': {
    group: 'Surveys',
    words: 'tried other rules on past responses of [name]',
  },
  'survey.cloned': { group: 'Surveys', words: 'copied {source} as [name]' },
  'survey.removed': { group: 'Surveys', words: '{action} the survey [name]' },
  'survey.edition-brought': {
    group: 'Surveys',
    words: 'brought back edition {edition} of [name] from a device',
  },
  'survey.reordered': { group: 'Surveys', words: 'put the questions of [name] in another order' },
  'survey.questions-copied': {
    group: 'Surveys',
    words: 'copied questions from {source} to [name]: {copied} added, {refused} refused',
  },
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

/** An action: the noun of its object, then what was done, in the past tense. */
export type AuditAction = keyof typeof actions;

/**
 * The groups by which GET /api/audit-events can be filtered. Each holds the actions of one part of
 * the product.
 */
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

/** Every kind of object. `object` in the filter names one of them with an id. */
export const auditedKinds = [
  'hotel',
  'round',
  'cycle',
  'waiver',
  'action',
  'plan',
  'contact',
  'link',
  'document',
  'interview',
  'response',
  'appeal',
  'evidence',
  'survey',
  'question',
  'answer-option',
  'user',
] as const;
/** The kind of object that an event is about: the noun with which its action begins. */
export type AuditedKind = (typeof auditedKinds)[number];

export const auditActions = Object.keys(actions) as AuditAction[];

/** Returns the words that follow the actor's name; undefined for an action of a later release. */
export function wordsOf(action: string): string | undefined {
  return Object.hasOwn(actions, action) ? actions[action as AuditAction].words : undefined;
}

/** Returns the actions that a `group` in the filter stands for, in the order of the table above. */
export function actionsOfGroup(group: AuditGroup): AuditAction[] {
  return auditActions.filter((action) => actions[action].group === group);
}

/** Returns the actions about objects of this kind, as `object` in the filter names one. */
export function actionsOfKind(kind: AuditedKind): AuditAction[] {
  return auditActions.filter((action) => kindOf(action) === kind);
}

/** Returns the noun with which an action begins. Works for actions of a later release, too. */
export function kindOf(action: string): string {
  return action.slice(0, action.indexOf('.'));
}
