import { idParams } from '#domain/identity.ts';
import type { Scope } from '#domain/people/person.ts';
import { compareRounds } from '#domain/rounds/carried-score.ts';
import {
  comparisonSchema,
  mostAskedAgain,
  previousSchema,
  reassessmentInputSchema,
  reassessmentSchema,
  type Comparison,
} from '#domain/rounds/reassessment.ts';
import type { RoundStatus } from '#domain/rounds/round.ts';
import { countRounds } from '#server/db/rounds/count-rounds.ts';
import { findingKeys, findingsOfLastCycle } from '#server/db/rounds/finding-keys.ts';
import { lockHotel } from '#server/db/rounds/lock-hotel.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { mostRounds } from '#domain/rounds/plan.ts';
import { keysWaived } from '#domain/waivers/waiver.ts';
import { readWaivers } from '#server/db/rounds/kept-waivers.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';
import { lastAnswers, readInterviews, resultsIn, wordsOf } from './read-interviews.ts';

async function requireRound(db: Db, scope: Scope, id: number): Promise<queries.FoundRound> {
  const round = await queries.findRound(db, scope, id);
  if (!round) throw notFound('The round');
  return round;
}

const conflict = (words: string) => new ProblemError('conflict', words);

const notApproved: Readonly<Record<Exclude<RoundStatus, 'approved'>, string>> = {
  planned: 'This round has not begun.',
  open: 'This round is not approved yet.',
  submitted: 'This round is not approved yet.',
  closed: 'This round is closed.',
  cancelled: 'This round was cancelled.',
};

const make = defineRoute({
  method: 'POST',
  path: '/api/rounds/{id}/reassessment',
  summary: 'Make a round that asks again what failed in an approved one',
  who: 'rounds.plan',
  audit: 'hotel.reassessment-made',
  repeat: 'own',
  params: idParams,
  body: reassessmentInputSchema,
  answer: reassessmentSchema,
  status: 201,
  refuses: {
    409: 'The round is not approved, its cycle has ended, it has no finding or too many, or its re-assessment is under way',
  },
  run: async ({ db, deps, scope, params: { id }, body: { clientId }, record, reply }) => {
    // Locks in the same order as an approval and a deletion of the hotel, and reads only afterwards. The hotel's lock
    // keeps two re-assessments of different rounds from taking the same empty round.
    await lockHotel(db, scope, (await requireRound(db, scope, id)).hotelId);
    await queries.lockRound(db, id);
    const parent = await requireRound(db, scope, id);
    const first = await queries.findByClientId(db, clientId);
    if (first) {
      if (first.parentId !== id)
        throw new ProblemError(
          'same-key-other-content',
          'Another round is stored under this client id.',
        );
      reply.code(200);
      return { ...first, questions: first.questions ?? [] };
    }
    const waived = keysWaived(
      (await readWaivers(db, parent.hotelId)).waivers,
      deps.now(),
      deps.config.timeZone,
    );
    const questions = await questionsAgain(db, deps.editions, parent, waived);
    const round = await queries.makeRound(db, { clientId, parent, questions });
    await record(parent.hotelId, {
      ...{ hotelId: parent.hotelId, hotelName: parent.hotelName },
      ...{ stage: parent.stage, asked: questions.length },
    });
    return { ...round, questions };
  },
});

/**
 * Returns the keys of the questions that the re-assessment asks. Throws with the reason when a
 * re-assessment is impossible.
 */
async function questionsAgain(
  db: Db,
  editions: Parameters<typeof findingKeys>[0]['editions'],
  parent: queries.FoundRound,
  waivedNow: readonly string[],
): Promise<string[]> {
  if (parent.status !== 'approved')
    throw conflict(`${notApproved[parent.status]} A re-assessment repeats an approved round.`);
  if (parent.cycleEndedAt !== null)
    throw conflict('The cycle of this round has ended. A re-assessment belongs to an open cycle.');
  if (await queries.isUnderWay(db, parent.id))
    throw conflict('The re-assessment of this round is planned or under way already.');
  if ((await countRounds(db, parent.cycleId)) >= mostRounds)
    throw conflict(`This cycle has ${mostRounds} rounds, and takes no more.`);
  const found = await findingKeys({ db, editions }, [parent.id]);
  if (found.length === 0)
    throw conflict('This round has no finding, so there is nothing to repeat.');
  const waived = new Set(waivedNow);
  const keys = found.filter((key) => !waived.has(key));
  if (keys.length === 0)
    throw conflict('Every finding of this round is waived now, so there is nothing to repeat.');
  if (keys.length > mostAskedAgain)
    throw conflict(
      `This round has ${keys.length} findings. A re-assessment asks at most ${mostAskedAgain} questions; hold the whole assessment again.`,
    );
  return keys;
}

const previous = defineRoute({
  method: 'GET',
  path: '/api/rounds/{id}/previous',
  summary: 'What a round asks, and how it was answered in the round that it repeats',
  who: 'responses.read',
  params: idParams,
  answer: previousSchema,
  run: async ({ db, deps: { editions }, scope, params: { id } }) => {
    const round = await requireRound(db, scope, id);
    const before =
      round.parentId === null ? undefined : await queries.findRound(db, scope, round.parentId);
    const { questions, hotelId } = round;
    const isTold = before && questions && !round.blind;
    return {
      ...{ roundId: id, hotelId, questions, before: before ?? null },
      answers: isTold
        ? await lastAnswers(db, await readInterviews({ db, editions }, before.id), questions)
        : [],
    };
  },
});

const comparison = defineRoute({
  method: 'GET',
  path: '/api/rounds/{id}/comparison',
  summary: 'A re-assessment compared with the round that it repeats in part',
  who: 'responses.read',
  params: idParams,
  answer: comparisonSchema,
  run: async ({ db, deps: { editions, config }, scope, params: { id } }): Promise<Comparison> => {
    const round = await requireRound(db, scope, id);
    const before =
      round.parentId === null ? undefined : await queries.findRound(db, scope, round.parentId);
    if (!before) throw notFound('A comparison of this round');
    const parts = { db, editions };
    const former = await readInterviews(parts, before.id);
    const now = await readInterviews(parts, id);
    const { hotelId, cycleNumber: cycle } = round;
    const repeated = await findingsOfLastCycle(parts, { hotelId, cycle });
    const found = new Set(await findingKeys(parts, [before.id]));
    const wordsThen = wordsOf(former);
    const wordsNow = wordsOf(now);
    const compared = compareRounds(former.map(resultsIn), now.map(resultsIn), {
      ...{ wanted: round.questions ?? [], line: config.portfolioLine },
    });
    const withWords = (
      points: { score: number; maximum: number } | null,
      words: ReturnType<typeof wordsOf>,
      key: string,
    ) => points && { ...points, answer: words.get(key)?.answer ?? null };
    return {
      ...{ roundId: id, hotelId: round.hotelId, before },
      ...{ was: compared.was, again: compared.again, carried: compared.carried },
      questions: [...compared.questions].map(([key, { was, again, ...came }]) => {
        const words = wordsNow.get(key) ?? wordsThen.get(key);
        return {
          ...{ key, name: words?.name ?? key, text: words?.text ?? '' },
          was: withWords(was, wordsThen, key),
          again: withWords(again, wordsNow, key),
          ...came,
          repeat: found.has(key) && repeated.has(key),
        };
      }),
    };
  },
});

export const reassessmentRoutes = [make, previous, comparison];
