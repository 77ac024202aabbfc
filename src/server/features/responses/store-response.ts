import pg from 'pg';

import type { Person, Scope } from '#domain/people/person.ts';
import type { InterviewTimes } from '#domain/responses/check-times.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import type { ResponseScore } from '#domain/scoring/score-response.ts';
import { shareStatements } from '#server/db/statements/share-statements.ts';
import type { StatementOfRows } from '#server/db/statements/statement-of-rows.ts';
import { marksOf } from '#server/db/responses/score-columns.ts';
import { scoreValues } from '#server/db/responses/score-values.ts';
import type { Remembered } from '#server/http/keep-sessions.ts';
import { ProblemError } from '#server/problems.ts';
import { furtherValues, type NewFurther } from './further-values.ts';
import type { ByContact } from './store-senders.ts';
import type { ResponseValues } from './response-values.ts';
import { storeByContact, storeStatements } from './store-statement.ts';

/** A response, checked and scored, ready to be stored. */
export type NewResponse = Pick<ResponseValues, TakenAsItIs> &
  NewFurther & { score: ResponseScore; times: InterviewTimes };

/** The values that a response holds under the same name. */
type TakenAsItIs =
  | 'clientId'
  | 'digest'
  | 'surveyId'
  | 'edition'
  | 'hotelId'
  | 'hotelName'
  | 'hotelBrand'
  | 'hotelAddress'
  | 'respondentName'
  | 'respondentJobTitle'
  | 'notes'
  | 'believedBegin'
  | 'claimedStartedAt'
  | 'claimedCompletedAt'
  | 'syncStatus'
  | 'reasons'
  | 'sessionId'
  | 'isCaptured'
  | 'waivers';

/** What the database added to a response when it stored it. */
export type Stored = {
  id: number;
  hotelId: number | null;
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  surveyTitle: string;
  reviewReasons: ReviewReason[];
  counts: boolean;
  roundId: number | null;
  startedAt: string | null;
  receivedAt: string;
  updatedAt: string;
};

/** The person who conducted the interview, and who sends its response. */
export type Owner = {
  person: Pick<Person, 'id' | 'name'>;
  scope: Scope;
  /** Set when an Admin imports the response from a file on the person's behalf. */
  importer?: Pick<Person, 'id' | 'name'>;
  /**
   * Set when the session was read up to a minute ago. The statement then checks the session again.
   */
  remembered?: Remembered | null;
};

/**
 * Stores a response. Returns null when nothing was stored; `store-statement.ts` lists the cases.
 */
export function storeResponse(
  pool: pg.Pool,
  { person, scope, importer, remembered }: Owner,
  response: NewResponse,
): Promise<Stored | null> {
  const actor = importer ?? person;
  return storing(pool)[scope.kind]({
    ...valuesOf(response),
    scopeUserId: scope.kind === 'assigned' ? scope.userId : null,
    tokenHash: remembered ? asBytea(remembered.tokenHash) : null,
    roleId: remembered?.person.role.id ?? null,
    userId: person.id,
    actorId: actor.id,
    actorName: actor.name,
    action: importer ? 'response.imported' : 'response.stored',
  });
}

/** Stores a response that a hotel contact sends by link. Returns null when nothing was stored. */
export function storeResponseByLink(
  pool: pg.Pool,
  { name, ...sender }: ByContact & { name: string },
  response: NewResponse,
): Promise<Stored | null> {
  return storing(pool).contact({
    ...valuesOf(response),
    ...{ scopeUserId: null, tokenHash: null, roleId: null, userId: null, actorId: null },
    ...{ actorName: name, action: 'response.stored', ...sender },
  });
}

const known = new WeakMap<pg.Pool, ReturnType<typeof createStoring>>();

/** Returns the functions that store by this pool. Responses that arrive together share a statement. */
function storing(pool: pg.Pool) {
  const functions = known.get(pool) ?? createStoring(pool);
  known.set(pool, functions);
  return functions;
}

function createStoring(pool: pg.Pool) {
  const by = <Row extends ResponseValues>(statement: StatementOfRows<Row>) => {
    const send = shareStatements(
      async (rows: readonly Row[]) => (await pool.query<StoredRow>(statement(rows))).rows,
    );
    // As often as it takes, because a round can be reopened and approved again before the next statement.
    const store = (row: Row, until = performance.now() + patience): ReturnType<typeof send> =>
      send(row).catch((error: unknown) => {
        const isPassing = (row.isCaptured && isHotelGone(error)) || isOutdated(error);
        if (!isPassing) throw error;
        if (performance.now() > until) throw changedTooOften(error);
        return store(row, until);
      });
    return (row: Row) => store(row);
  };
  return {
    all: by(storeStatements.all),
    assigned: by(storeStatements.assigned),
    contact: by(storeByContact),
  };
}

/** The milliseconds after which a response is not sent again. A call waits as long for a connection. */
const patience = 10_000;

/** Returns the error for a response whose round or hotel changed each time it was sent. It has the database's as its cause. */
function changedTooOften(cause: unknown): ProblemError {
  const problem = new ProblemError(
    'try-later',
    'The round or the hotel of this response changes again and again. Nothing was stored; please try again.',
    { retryAfter: 2 },
  );
  problem.cause = cause;
  return problem;
}

/**
 * True when the hotel was deleted after the statement had read it. The next statement finds it deleted, and stores
 * the response for review.
 */
function isHotelGone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'responses_hotel_exists';
}

/** What changed while the statement ran, and what the next statement does about it. */
const outdated = new Set([
  // The response was stored before, and somebody deleted it. The next statement finds the tombstone, and stores nothing.
  'responses_not_deleted',
  // Its round was approved. The next statement finds the approval, and stores the response for review.
  'responses_round_unapproved',
]);

/** True when what the statement had read of the response or of its round was no longer so when it stored. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && outdated.has(error.constraint ?? '');
}

type StoredRow = Stored & { clientId: string };

/** Returns the values that do not depend on who sends the response. */
function valuesOf(response: NewResponse) {
  const { score, times } = response;
  return {
    ...scoreValues(score),
    ...furtherValues(response),
    clientId: response.clientId,
    digest: response.digest,
    surveyId: response.surveyId,
    edition: response.edition,
    hotelId: response.hotelId,
    hotelName: response.hotelName,
    hotelBrand: response.hotelBrand,
    hotelAddress: response.hotelAddress,
    respondentName: response.respondentName,
    respondentJobTitle: response.respondentJobTitle,
    notes: response.notes,
    marks: asBytea(marksOf(score)),
    startedAt: times.startedAt,
    completedAt: times.completedAt,
    claimedStartedAt: response.claimedStartedAt,
    claimedCompletedAt: response.claimedCompletedAt,
    believedBegin: response.believedBegin,
    syncStatus: response.syncStatus,
    reasons: response.reasons,
    sessionId: response.sessionId,
    isCaptured: response.isCaptured,
    waivers: response.waivers,
  };
}

/** Returns bytes in the text form from which PostgreSQL reads them. */
function asBytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
