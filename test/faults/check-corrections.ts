import type { ReturnedResponse } from '#domain/rounds/returned.ts';
import type { ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import type { Receipt } from '#web/offline/store/records.ts';
import { correctionOf, readCorrections } from '#web/offline/drafts/returned-drafts.ts';
import type { CorrectingDevice } from './correcting-device.ts';
import { answerText, type Finding, type FindingKind } from './findings.ts';
import type { Ground } from './ground.ts';

type Played = {
  returned: ReturnedResponse;
  /** True when the round was approved at any time. */
  isApproved: boolean;
  devices: readonly CorrectingDevice[];
};

type Answers = readonly Pick<ScoredAnswer, 'questionId' | 'answerId' | 'textValue'>[];

/**
 * Checks that everything that was sent is on the server exactly once: as the response itself, kept
 * beside it, or as a response of its own. The response has exactly what was applied, and each device
 * says what became of its correction.
 */
export async function checkCorrections(
  ground: Ground,
  { returned, isApproved, devices }: Played,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const expect = (isSo: boolean, kind: FindingKind, what: string) =>
    isSo || findings.push({ kind, what });
  const { responses, response, revisions, events } = await readStored(ground, returned);
  const receipts: Receipt[] = [];
  for (const [place, device] of devices.entries()) {
    const { db } = device;
    expect((await db.drafts.count()) === 0, 'stuck', `a draft is still on device ${place}`);
    expect((await db.envelopes.count()) === 0, 'stuck', `device ${place} still holds an envelope`);
    const own = await db.receipts.toArray();
    receipts.push(...own);
    expect(own.length <= 1, 'duplicated', `device ${place} sent ${own.length} corrections`);
    expect(own.length > 0 || !device.hasBegun, 'lost', `device ${place} has no receipt`);
    const state = correctionOf(returned, await readCorrections(db, [returned]));
    const wanted = own.length > 0 ? 'sent' : 'none';
    expect(state === wanted, 'untrue', `device ${place} says ${state}, not ${wanted}`);
    const [sent] = own.map(answersIn);
    for (const [id, allowed] of sent ? device.allowed : [])
      expect(allowed.has(textOf(sent ?? [], id)), 'lost', `device ${place}: question ${id}`);
  }

  const applied = revisions.filter((one) => one.applied);
  for (const receipt of receipts) {
    const { clientId, revises } = receipt;
    const sent = answersIn(receipt);
    const revision = revisions.find((one) => one.clientId === clientId);
    const alone = responses.filter((one) => one.clientId === clientId);
    const times = Number(revision !== undefined) + alone.length;
    expect(times === 1, times === 0 ? 'lost' : 'duplicated', `${clientId}: stored ${times} times`);
    const outcome = alone.length > 0 ? 'alone' : revision?.applied ? 'applied' : 'kept';
    expect(revises?.outcome === outcome, 'untrue', `"${revises?.outcome}", which is ${outcome}`);
    expect(revises?.isUntold === (outcome !== 'applied' || undefined), 'untrue', 'what is told');
    // A revision that was applied holds the former content; the response holds what was sent.
    const stored = {
      applied: response?.answers,
      kept: revision?.answers,
      alone: alone[0]?.answers,
    };
    expect(isSame(ground, stored[outcome] ?? [], sent), 'partial', `${clientId} (${outcome})`);
    expect(
      alone.every(({ counts }) => !counts),
      'duplicated',
      `${clientId} counts as well`,
    );
  }

  expect(applied.length <= 1, 'duplicated', `${applied.length} corrections were applied`);
  expect(
    revisions.every(({ clientId }) => receipts.some((one) => one.clientId === clientId)),
    'duplicated',
    'a revision that no device sent',
  );
  expect(
    responses.length === 1 + receipts.filter(({ revises }) => revises?.outcome === 'alone').length,
    'duplicated',
    `${responses.length} responses`,
  );
  expect(
    applied.length === 1 || receipts.length === 0 || isApproved,
    'lost',
    'no correction was applied',
  );
  expect(events === applied.length, 'partial', `told ${events} times in the audit`);
  const former = Object.entries(returned.progress).map(([id, entry]) => ({
    ...{ questionId: Number(id), answerId: entry?.answerId ?? null, textValue: null },
  }));
  const kept = applied[0]?.answers ?? response?.answers ?? [];
  expect(isSame(ground, kept, former), 'lost', 'the former content');
  return findings;
}

async function readStored({ db }: Ground, { clientId, respondentName }: ReturnedResponse) {
  const responses = await db
    .selectFrom('responses')
    .select(['id', 'clientId', 'answers', 'counts'])
    .where('respondentName', '=', respondentName)
    .execute();
  const response = responses.find((one) => one.clientId === clientId);
  const revisions = await db
    .selectFrom('responseRevisions')
    .select(['clientId', 'answers', 'applied'])
    .where('responseId', '=', response?.id ?? 0)
    .execute();
  const events = await db
    .selectFrom('auditEvents')
    .select('id')
    .where('action', '=', 'response.revised')
    .where('objectId', '=', response?.id ?? 0)
    .execute();
  return { responses, response, revisions, events: events.length };
}

function answersIn({ body }: Receipt): Answers {
  return (JSON.parse(body) as { responseAnswers: Answers }).responseAnswers;
}

function textOf(answers: Answers, id: number): string {
  const answer = answers.find(({ questionId }) => questionId === id);
  return answer ? answerText({ ...answer, score: 0 }) : '';
}

function isSame({ edition }: Ground, some: Answers, others: Answers): boolean {
  return edition.questions.every(({ id }) => textOf(some, id) === textOf(others, id));
}
