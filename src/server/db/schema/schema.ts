import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { QuestionType } from '#domain/answers/answer-types.ts';
import type { HotelField, HotelFieldOf } from '#domain/hotels/hotel-fields.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import type { AnsweredAt, Progress, Remarks } from '#domain/interviews/progress.ts';
import type { sessionStatuses } from '#domain/interviews/session.ts';
import type { Condition } from '#domain/surveys/condition.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import type { evidenceNeeds, KpeCategory } from '#domain/surveys/question.ts';
import type { surveyCategories, SurveyStatus } from '#domain/surveys/survey.ts';
import type { KeptWaiver } from '#domain/waivers/waiver.ts';
import type { Created, Json, JsonDefault, Moment } from './column-types.ts';
import type {
  ActionEventsTable,
  ActionsTable,
  ExitPlanItemsTable,
  ExitPlansTable,
} from './actions.ts';
import type { ContactLinksTable, SelfAssessmentsTable } from './contact-links.ts';
import type { HotelContactsTable } from './contacts.ts';
import type { EarlyDeletionsTable, EvaluationDocumentsTable, EvidenceTable } from './files.ts';
import type {
  AuthSessionsTable,
  DevicesTable,
  RequestKeysTable,
  SealingKeyTable,
  SignInFailuresTable,
  SystemUsersTable,
  UserRolesTable,
} from './people.ts';
import type { ResponseRevisionsTable, ResponsesTable, TombstonesTable } from './responses.ts';
import type {
  AppealsTable,
  CyclesTable,
  ReviewRemarksTable,
  RoundPeopleTable,
  RoundsTable,
  RoundTimesTable,
  WaiversTable,
} from './rounds.ts';
import type {
  RolledChangesTable,
  RolledDayBandsTable,
  RolledDayDurationsTable,
  RolledDayHotelsTable,
  RolledDayMarksTable,
  RolledDaysTable,
  RolledDaySumsTable,
  RolledHourSumsTable,
  RolledLateTable,
  RolledMonthDurationsTable,
  RolledMonthHotelsTable,
  RolledMonthMarksTable,
  RolledMonthsTable,
  RolledQuestionSumsTable,
} from './roll-ups.ts';

/**
 * The database's tables as Kysely sees them: names in camel case (a plug-in converts them), moments
 * as ISO text in UTC, calendar days as `2026-03-31`. The authority is `migrations/`.
 */
export type Database = {
  installation: InstallationTable;
  userRoles: UserRolesTable;
  systemUsers: SystemUsersTable;
  authSessions: AuthSessionsTable;
  sealingKey: SealingKeyTable;
  devices: DevicesTable;
  signInFailures: SignInFailuresTable;
  requestKeys: RequestKeysTable;
  hotels: HotelsTable;
  hotelAssignments: { userId: number; hotelId: number };
  /** A view: the only rule of which hotels are assigned to whom. */
  assignedHotels: { userId: number; hotelId: number };
  cycles: CyclesTable;
  rounds: RoundsTable;
  waivers: WaiversTable;
  actions: ActionsTable;
  actionEvents: ActionEventsTable;
  exitPlans: ExitPlansTable;
  exitPlanItems: ExitPlanItemsTable;
  roundPeople: RoundPeopleTable;
  roundTimes: RoundTimesTable;
  hotelContacts: HotelContactsTable;
  contactLinks: ContactLinksTable;
  selfAssessments: SelfAssessmentsTable;
  evaluationDocuments: EvaluationDocumentsTable;
  evidence: EvidenceTable;
  earlyDeletions: EarlyDeletionsTable;
  /** A view: every name in the document store that a row refers to. */
  storedFiles: { name: string };
  surveys: SurveysTable;
  questions: QuestionsTable;
  answers: AnswersTable;
  surveyEditions: SurveyEditionsTable;
  interviewSessions: InterviewSessionsTable;
  /** A view: the sessions, and the responses that are the only record of their interview. */
  interviews: InterviewSessionsTable;
  responses: ResponsesTable;
  responseRevisions: ResponseRevisionsTable;
  reviewRemarks: ReviewRemarksTable;
  appeals: AppealsTable;
  tombstones: TombstonesTable;
  auditEvents: AuditEventsTable;
  backgroundJobs: BackgroundJobsTable;
  rolledDays: RolledDaysTable;
  rolledDaySums: RolledDaySumsTable;
  rolledHourSums: RolledHourSumsTable;
  rolledQuestionSums: RolledQuestionSumsTable;
  rolledDayBands: RolledDayBandsTable;
  rolledDayDurations: RolledDayDurationsTable;
  rolledMonths: RolledMonthsTable;
  rolledDayHotels: RolledDayHotelsTable;
  rolledMonthHotels: RolledMonthHotelsTable;
  rolledDayMarks: RolledDayMarksTable;
  rolledMonthMarks: RolledMonthMarksTable;
  rolledMonthDurations: RolledMonthDurationsTable;
  rolledChanges: RolledChangesTable;
  rolledLate: RolledLateTable;
};

type InstallationTable = {
  onlyRow: Generated<boolean>;
  epoch: Generated<string>;
  defaultUserPassword: string;
  createdAt: Created;
};

/**
 * The fields that people fill in (`hotel-fields.ts`). A fallback that is not null is the column's
 * default.
 */
type HotelColumns = {
  [F in HotelField]: F extends HotelFieldOf<{ fallback: string }> ? Generated<Hotel[F]> : Hotel[F];
};

export type HotelsTable = HotelColumns & {
  id: GeneratedAlways<number>;
  /**
   * True when another hotel already had this code in another case, before codes had to be unique
   * regardless of case (docs/decisions/0020).
   */
  sharesCode: Generated<boolean>;
  version: Generated<number>;
  /** When the hotel came to its stage. The database keeps it. */
  stageSince: Created;
  /** All waivers that the hotel ever had; null for none. The database keeps it. */
  keptWaivers: ColumnType<KeptWaiver[] | null, never, never>;
  /** The hotel's current round, and since when; null while it has had only one. The database keeps both. */
  roundId: ColumnType<number | null, never, never>;
  roundSince: ColumnType<string | null, never, never>;
  /** The JSON of what its card on the board shows of it (docs/decisions/0092). */
  boardCard: GeneratedAlways<string>;
  createdAt: Created;
  updatedAt: Moment;
};

type SurveysTable = {
  id: GeneratedAlways<number>;
  title: string;
  description: Generated<string>;
  category: (typeof surveyCategories)[number];
  status: Generated<SurveyStatus>;
  edition: number | null;
  rules: JsonDefault<SurveyRules>;
  deletedAt: string | null;
  createdAt: Created;
  updatedAt: Moment;
};

type QuestionsTable = {
  id: GeneratedAlways<number>;
  surveyId: number;
  text: string;
  type: QuestionType;
  required: Generated<boolean>;
  position: number;
  weight: Generated<number>;
  kpeCategory: KpeCategory | null;
  code: string | null;
  section: Generated<string>;
  guidance: Generated<string>;
  critical: Generated<boolean>;
  allowNa: Generated<boolean>;
  evidence: Generated<(typeof evidenceNeeds)[number]>;
  showIf: ColumnType<Condition[] | null, string | null | undefined, string | null>;
};

type AnswersTable = {
  id: GeneratedAlways<number>;
  questionId: number;
  text: string;
  score: Generated<number>;
  isCorrect: Generated<boolean>;
  position: number;
  finding: boolean | null;
};

type SurveyEditionsTable = {
  surveyId: number;
  number: number;
  title: string;
  questions: Json<EditionQuestion[]>;
  rules: JsonDefault<SurveyRules>;
  questionCount: number;
  isFromDevice: Generated<boolean>;
  createdAt: Created;
};

type InterviewSessionsTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  hotelId: number;
  surveyId: number;
  edition: number;
  userId: number | null;
  respondentName: string;
  respondentJobTitle: string;
  currentQuestionIndex: Generated<number>;
  status: Generated<(typeof sessionStatuses)[number]>;
  progress: JsonDefault<Progress>;
  answeredAt: JsonDefault<AnsweredAt>;
  remarks: JsonDefault<Remarks>;
  remarkedAt: JsonDefault<AnsweredAt>;
  notes: Generated<string>;
  startedAt: Moment;
  lastUpdatedAt: Moment;
};

type AuditEventsTable = {
  id: GeneratedAlways<number>;
  at: Created;
  actorId: number | null;
  actorName: string;
  action: string;
  objectId: number | null;
  details: JsonDefault<Record<string, unknown>>;
};

type BackgroundJobsTable = {
  name: string;
  place: string;
  runner: string;
  runs: number;
  begunAt: string;
  endedAt: string | null;
  succeededAt: string | null;
  duration: number | null;
  failures: number;
  failure: string | null;
  dueAt: string;
};
