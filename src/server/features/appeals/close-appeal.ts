import type { AppealDecision } from '#domain/appeals/appeal-input.ts';
import { hasPart, type AppealReader } from '#server/db/responses/appeals.ts';
import {
  changeAnswers,
  keepWhatItNames,
  lockResponse,
  type LockedResponse,
} from '#server/db/responses/change-answers.ts';
import { changeActionsOf } from '#server/db/plans/make-actions.ts';
import { followFindings } from '#server/db/rounds/planned-reassessment.ts';
import { requireApproved } from '#server/db/rounds/round-lock.ts';
import type { EventDetails } from '#server/db/audit/record-event.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

/** The details for the audit trail; null when the same person had done the same before. */
type Done = EventDetails | null;

/**
 * Decides an appeal (rule 109). The response's row is locked, so of two people who decide at once, the
 * second gets an error that names the first.
 *
 * | the appeal is        | upheld                                | rejected     |
 * | -------------------- | ------------------------------------- | ------------ |
 * | open                 | the answer changes, with a revision   | it is closed |
 * | closed by this call  | as it is                              | as it is     |
 * | closed otherwise     | 409, names who                        | 409          |
 *
 * Where the answer is already what the appeal wants, because the round was reopened and corrected
 * meanwhile, the appeal is upheld and no revision is kept.
 */
export async function decideAppeal(
  decider: AppealReader,
  id: number,
  { decision, reason }: AppealDecision,
): Promise<Done> {
  const { db, person } = decider;
  const { appeal, response } = await lock(decider, id);
  if (appeal.status !== 'open') {
    const { status, closedById } = appeal;
    if (status === decision && closedById === person.id && appeal.reason === reason) return null;
    throw closed(appeal);
  }
  if (await hasPart(decider, { heldById: response.userId, filedById: appeal.filedById }))
    throw new ProblemError(
      'not-allowed',
      response.userId === person.id
        ? 'You held this interview, so somebody else must decide the appeal.'
        : 'You filed this appeal, so somebody else must decide it.',
    );
  // A round is deleted with its hotel. Its responses stay, without a hotel.
  if (response.hotelId === null) throw notFound('The round');
  await requireApproved(
    db,
    response.roundId,
    'This round was reopened. Its appeals are decided once it is approved again.',
  );
  const points =
    decision === 'upheld' ? await uphold(decider, response, { appeal, reason }) : undefined;
  if (points && response.roundId !== null) {
    await changeActionsOf(decider, response.roundId, 'An appeal was upheld.');
    await followFindings(decider, response.roundId);
  }
  await queries.closeAppeal(db, id, person, { status: decision, reason });
  return { ...(await detailsOf(decider, response, appeal)), decision, ...points };
}

/** Takes an open appeal back, by the person who filed it. */
export async function withdrawAppeal(filer: AppealReader, id: number): Promise<Done> {
  const { db, person } = filer;
  const { appeal, response } = await lock(filer, id);
  if (appeal.filedById !== person.id)
    throw new ProblemError('not-allowed', `Only ${appeal.filedBy} can withdraw this appeal.`);
  if (appeal.status === 'withdrawn') return null;
  if (appeal.status !== 'open') throw closed(appeal);
  await queries.closeAppeal(db, id, person, { status: 'withdrawn', reason: null });
  return detailsOf(filer, response, appeal);
}

type Locked = { appeal: queries.StoredAppeal; response: LockedResponse };

/** Locks the response, and then reads its appeal. */
async function lock({ db, scope }: AppealReader, id: number): Promise<Locked> {
  const found = await queries.findResponseOf(db, scope, id);
  if (found) await keepWhatItNames(db, found.responseId);
  const response = found && (await lockResponse(db, scope, found.responseId));
  const appeal = response && (await queries.findAppeal(db, id));
  if (!appeal) throw notFound('The appeal');
  return { appeal, response };
}

function closed({ status, closedBy }: queries.StoredAppeal): ProblemError {
  const name = closedBy ?? 'Someone';
  const did = status === 'upheld' ? 'has upheld' : `has ${status}`;
  return new ProblemError('changed-meanwhile', `${name} ${did} this appeal already.`);
}

type Upheld = { appeal: queries.StoredAppeal; reason: string };

/** Changes the answer, and returns the points before and after. */
async function uphold(
  { deps, db, person }: AppealReader,
  response: LockedResponse,
  { appeal: { questionId, wantedId }, reason }: Upheld,
): Promise<EventDetails | undefined> {
  const answer = { questionId, answerId: wantedId, textValue: null };
  const done = await changeAnswers({ db, editions: deps.editions }, response, {
    given: [{ ...answer, ...(wantedId === null && { notApplicable: true }) }],
    by: { clientId: undefined, byId: person.id, reason, cause: 'appeal' },
    completes: false,
    // The appeal and the reason of the decision explain the change, so no note is needed.
    wantsNote: false,
    refuse: ([first]) => {
      if (first) throw new ProblemError('conflict', `${first.message}.`);
    },
  });
  if (!done) return undefined;
  const { totalScore, maxScore } = done.score;
  return { pointsBefore: response.totalScore, pointsAfter: totalScore, maxScore };
}

async function detailsOf(
  { deps, db }: AppealReader,
  { id: responseId, hotelId, hotelName, surveyId, edition: number }: LockedResponse,
  { questionId }: queries.StoredAppeal,
): Promise<EventDetails> {
  const edition = await deps.editions.find(db, surveyId, number);
  const place = edition?.questions.findIndex(({ id }) => id === questionId) ?? -1;
  return { responseId, hotelId, hotelName, number: place + 1 };
}
