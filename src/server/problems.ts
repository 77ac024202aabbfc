import type { Completion, Present, Problem } from '#domain/problems/problem.ts';

/** Every type of problem that the API can reply with: its status, and its fixed title. */
export const problemTypes = {
  'invalid-input': { status: 400, title: 'Something in the request is not right' },
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'not-signed-in': { status: 401, title: 'Not signed in' },
  'sign-in-failed': { status: 401, title: 'Sign-in failed' },
  'not-allowed': { status: 403, title: 'Not allowed' },
  'foreign-origin': { status: 403, title: 'Request from another site' },
  'password-change-required': { status: 403, title: 'A new password is needed' },
  'not-found': { status: 404, title: 'Not found' },
  'edition-unknown': { status: 404, title: 'Not an edition that is known here' },
  'method-not-allowed': { status: 405, title: 'Not a method of this address' },
  conflict: { status: 409, title: 'In conflict with what is there' },
  'already-completed': { status: 409, title: 'The interview is completed' },
  'round-approved': { status: 409, title: 'The round is approved' },
  'survey-archived': { status: 409, title: 'The survey is archived' },
  'stage-guard': { status: 409, title: 'Validation Error' },
  'changed-meanwhile': { status: 409, title: 'Changed by someone else meanwhile' },
  'same-key-other-content': { status: 409, title: 'Sent before with other content' },
  gone: { status: 410, title: 'Deleted' },
  'too-large': { status: 413, title: 'Too large' },
  'wrong-media-type': { status: 415, title: 'Not a kind of content this takes' },
  'too-slow': { status: 408, title: 'Too slow' },
  'headers-too-large': { status: 431, title: 'Headers too large' },
  'too-many-attempts': { status: 429, title: 'Too many attempts' },
  'internal-error': { status: 500, title: 'Something went wrong here' },
  'no-room': { status: 507, title: 'No room left' },
  'try-later': { status: 503, title: 'Not available just now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemType = keyof typeof problemTypes;

/** The types that refuse access: not signed in, not allowed, or too often. */
export const refusals = (Object.keys(problemTypes) as ProblemType[]).filter((type) =>
  [401, 403, 429].includes(problemTypes[type].status),
);
export const isRefusal = (type: ProblemType) => refusals.includes(type);

/** The types for bytes that cannot be parsed as HTTP, and so never become a request. */
export const unreadable: readonly ProblemType[] = [
  'malformed-request',
  'headers-too-large',
  'too-slow',
];

type FieldError = { path: string; message: string };

/**
 * The error to throw anywhere on the server to reply with a problem. `detail` is shown to people as
 * it is.
 */
export class ProblemError extends Error {
  readonly type: ProblemType;
  readonly errors: FieldError[] | undefined;
  /** The seconds after which to try again. */
  readonly retryAfter: number | undefined;
  readonly completion: Completion | undefined;
  readonly present: Present | undefined;

  constructor(
    type: ProblemType,
    detail: string,
    more: {
      errors?: FieldError[];
      retryAfter?: number;
      completion?: Completion;
      present?: Present;
    } = {},
  ) {
    super(detail);
    this.type = type;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.completion = more.completion;
    this.present = more.present;
  }

  get status(): number {
    return problemTypes[this.type].status;
  }

  toProblem(): Omit<Problem, 'requestId'> {
    return {
      type: `/problems/${this.type}`,
      ...problemTypes[this.type],
      detail: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.completion && { completion: this.completion }),
      ...(this.present && { present: this.present }),
    };
  }
}

/**
 * Returns the same error for what does not exist and what is out of scope: callers must not be able
 * to tell them apart.
 */
export function notFound(what: string): ProblemError {
  return new ProblemError('not-found', `${what} was not found.`);
}

/** Returns the error that a request key was used before with other content. */
export function keyUsed(): ProblemError {
  return new ProblemError(
    'same-key-other-content',
    'This request key was used for something else.',
  );
}

/** Returns the error that the disk has no room for files. */
export function noRoom(): ProblemError {
  return new ProblemError(
    'no-room',
    'The server has no room left for files. Nothing was stored; please tell an administrator.',
  );
}

/** Returns the error that something failed after the call's content was stored. Sent again, it is not stored twice. */
export function perhapsStored(cause: unknown): ProblemError {
  const problem = new ProblemError(
    'try-later',
    'It is not known whether this was stored. Please try again: it counts once.',
    { retryAfter: 2 },
  );
  problem.cause = cause;
  return problem;
}

/** Returns the error of one invalid field. */
export function invalid(path: string, message: string): ProblemError {
  return new ProblemError('invalid-input', message, { errors: [{ path, message }] });
}

const byField = (path: string, message: string) => () => invalid(path, message);
const conflict = (detail: string) => () => new ProblemError('conflict', detail);
/** For constraints that only a bug of ours can violate. The caller gets no details. */
const ours = () => undefined;

/** What a violated constraint of the database means to the caller. A test checks that every constraint is listed. */
export const constraintProblems: Readonly<Record<string, () => ProblemError | undefined>> = {
  installation_has_one_row: ours,
  sealing_key_has_one_row: ours,
  devices_waiting_counts: ours,
  user_roles_name_unique: ours,
  system_users_role_exists: byField('roleId', 'Role is required'),
  system_users_email_unique: byField('email', 'Email already exists'),
  auth_sessions_user_exists: () => new ProblemError('not-signed-in', 'Please sign in again.'),
  request_keys_user_exists: () => new ProblemError('not-signed-in', 'Please sign in again.'),
  request_keys_unique: ours,
  hotels_hotel_id_unique: byField('hotelId', 'Hotel ID already exists'),
  hotels_code_unique: byField('hotelId', 'Hotel ID already exists'),
  hotels_chain_scale_known: byField('chainScale', 'Chain Scale is not in the list'),
  hotels_status_known: byField('status', 'Status is not in the list'),
  hotels_stage_known: byField('stage', 'Stage is not in the list'),
  hotel_assignments_user_exists: () => notFound('The user'),
  hotel_assignments_hotel_exists: byField(
    'assignedHotelIds',
    'A hotel in the list no longer exists',
  ),
  assignment_history_way_known: ours,
  assignment_history_role_is_for_all: ours,
  evaluation_documents_hotel_exists: () => notFound('The hotel'),
  evaluation_documents_type_known: byField('file', 'This type of file is not allowed'),
  evaluation_documents_size_bounded: () =>
    new ProblemError('too-large', 'A file can have up to 10 MB.'),
  evaluation_documents_path_unique: ours,
  evaluation_documents_uploader_exists: ours,
  evidence_file_id_unique: conflict('This file is already stored.'),
  evidence_kind_known: byField('kind', 'A file is a photo, document or signature'),
  evidence_size_bounded: () => new ProblemError('too-large', 'A file can have up to 10 MB.'),
  evidence_store_name_unique: ours,
  evidence_thumbnail_name_unique: ours,
  evidence_taker_exists: ours,
  evidence_caption_edit_counts: ours,
  early_deletions_user_exists: ours,
  rounds_reopener_exists: ours,
  surveys_category_known: byField('category', 'Category is required'),
  surveys_status_known: byField('status', 'Status is not in the list'),
  surveys_edition_exists: ours,
  questions_survey_exists: () => notFound('The survey'),
  questions_type_known: byField('type', 'Question type is required'),
  questions_position_counts: byField('order', 'Order must be at least 1'),
  questions_weight_bounded: byField('weight', 'Weight must be from 1 to 10'),
  questions_kpe_category_known: byField('kpeCategory', 'Choose a category from the list'),
  questions_position_unique: ours,
  questions_code_bounded: byField('code', 'Code can have at most 40 characters'),
  questions_evidence_known: byField('evidence', 'Evidence is not in the list'),
  questions_code_unique: byField('code', 'Another question of this survey has this code'),
  answers_question_exists: () => notFound('The question'),
  answers_score_bounded: byField('score', 'Points must be from 0 to 1,000'),
  answers_position_counts: byField('order', 'Order must be at least 1'),
  answers_position_unique: ours,
  survey_editions_survey_exists: ours,
  survey_editions_number_counts: ours,
  interview_sessions_client_id_unique: conflict('This interview is already stored.'),
  interview_sessions_hotel_exists: () => notFound('The hotel'),
  interview_sessions_survey_exists: () => notFound('The survey'),
  interview_sessions_index_counts: byField('currentQuestionIndex', 'Must be 0 or more'),
  interview_sessions_status_known: byField('status', 'Status is not in the list'),
  interview_sessions_edition_exists: byField('edition', 'The survey has no such edition'),
  responses_client_id_unique: conflict('This response is already stored.'),
  responses_hotel_exists: () => notFound('The hotel'),
  responses_sync_status_known: byField('syncStatus', 'Sync status is pending or synced'),
  responses_reviewer_exists: ours,
  responses_contact_exists: ours,
  responses_one_sender: ours,
  responses_score_bounded: ours,
  responses_passed_when_scored: ours,
  response_revisions_response_exists: () => notFound('The response'),
  response_revisions_client_id_unique: conflict('This correction is already stored.'),
  response_revisions_number_unique: ours,
  response_revisions_cause_known: ours,
  responses_edition_exists: byField('edition', 'The survey has no such edition'),
  cycles_hotel_exists: () => notFound('The hotel'),
  cycles_number_unique: ours,
  cycles_hotel_unique: ours,
  cycles_in_order: ours,
  cycles_one_open: ours,
  rounds_client_id_unique: conflict('This round is already stored.'),
  rounds_kind_known: ours,
  rounds_stage_known: ours,
  rounds_status_known: ours,
  rounds_parent_exists: ours,
  rounds_submitter_exists: ours,
  rounds_approver_exists: ours,
  rounds_cycle_exists: ours,
  rounds_approved_when_locked: ours,
  rounds_planned_in_order: byField('plannedTo', 'The last day is before the first'),
  round_people_round_exists: ours,
  round_people_user_exists: byField('people', 'A person in the list no longer exists'),
  round_times_round_exists: ours,
  review_remarks_response_exists: () => notFound('The response'),
  review_remarks_client_id_unique: conflict('This remark is already stored.'),
  review_remarks_text_bounded: byField('text', 'Remark can have at most 2,000 characters'),
  review_remarks_author_exists: ours,
  appeals_response_exists: () => notFound('The response'),
  appeals_client_id_unique: conflict('This appeal is already stored.'),
  appeals_claim_bounded: byField('claim', 'Claim can have at most 5,000 characters'),
  appeals_status_known: ours,
  appeals_filer_exists: ours,
  appeals_contact_exists: ours,
  appeals_closer_exists: ours,
  appeals_closed_whole: ours,
  appeals_decided_with_reason: ours,
  appeals_one_open: conflict('This question has an open appeal already.'),
  waivers_client_id_unique: conflict('This waiver is already stored.'),
  waivers_hotel_exists: () => notFound('The hotel'),
  waivers_reason_bounded: byField('reason', 'Reason can have at most 500 characters'),
  waivers_granter_exists: ours,
  waivers_revoker_exists: ours,
  waivers_in_order: byField('validTo', 'The last day is before the first'),
  waivers_at_most_three_years: byField('validTo', 'A waiver lasts at most 3 years'),
  waivers_revoked_later: ours,
  hotel_contacts_client_id_unique: conflict('This contact is already stored.'),
  hotel_contacts_hotel_exists: () => notFound('The hotel'),
  hotel_contacts_name_bounded: byField('name', 'Name can have at most 200 characters'),
  hotel_contacts_email_bounded: byField('email', 'E-mail can have at most 320 characters'),
  hotel_contacts_job_bounded: byField('jobTitle', 'Job title can have at most 200 characters'),
  contact_links_client_id_unique: conflict('This link is already stored.'),
  contact_links_contact_exists: () => notFound('The contact'),
  contact_links_round_exists: byField('roundId', 'Please choose an assessment'),
  contact_links_cookie_hash_unique: ours,
  self_assessments_client_id_unique: conflict('This interview is already stored.'),
  self_assessments_contact_exists: () => notFound('The contact'),
  self_assessments_round_exists: () => notFound('The round'),
  self_assessments_edition_exists: byField('surveyId', 'The survey has no such edition'),
  self_assessments_once: conflict('This interview is already stored.'),
  actions_client_id_unique: ours,
  actions_hotel_exists: () => notFound('The hotel'),
  actions_cycle_exists: ours,
  actions_round_exists: ours,
  actions_severity_known: ours,
  actions_owner_exists: byField('owner.id', 'This person is no longer here'),
  actions_owner_contact_exists: byField('owner.id', 'This contact is no longer here'),
  actions_status_known: ours,
  actions_repeated_exists: ours,
  actions_one_of_cycle: ours,
  actions_one_owner: ours,
  actions_what_bounded: byField('what', 'What can have at most 2,000 characters'),
  exit_plans_client_id_unique: conflict('This plan is already stored.'),
  exit_plans_hotel_exists: () => notFound('The hotel'),
  exit_plans_round_exists: ours,
  exit_plans_agreer_exists: ours,
  exit_plan_items_plan_exists: ours,
  exit_plan_items_owner_exists: byField('items', 'An owner is no longer here'),
  exit_plan_items_contact_exists: byField('items', 'An owner is no longer here'),
  exit_plan_items_once: byField('items', 'Name a finding once'),
  action_events_client_id_unique: conflict('This event is already stored.'),
  action_events_action_exists: () => notFound('The action'),
  action_events_one_actor: ours,
  action_events_kind_known: ours,
  action_events_refused_with_words: ours,
  rolled_late_response_id_fkey: ours,
  tombstones_kind_known: ours,
  tombstones_deleter_exists: ours,
  former_brands_hotel_exists: ours,
};
