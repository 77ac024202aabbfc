import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { allKinds } from '#web/offline/outbox/kinds.ts';
import { answerText, type Finding, type FindingKind, type Held, type Past } from './findings.ts';
import type { Ground } from './ground.ts';
import { checkFlags, checkHeader } from './said.ts';

/** Returns what is wrong once the faults are over and one good sync has run. */
export async function check(
  ground: Ground,
  db: OfflineDatabase,
  interviews: readonly Held[],
  past: Past,
): Promise<Finding[]> {
  const findings: Finding[] = await findStuck(db);
  findings.push(...(await checkHeader(ground, db, interviews, past)));
  for (const held of interviews)
    for (const finding of await checkInterview(ground, db, held, past))
      findings.push({ ...finding, what: `${held.respondentName}: ${finding.what}` });
  return findings;
}

async function findStuck(db: OfflineDatabase): Promise<Finding[]> {
  const counts: Record<string, number> = {
    drafts: await db.drafts.count(),
    'receipts that are not confirmed': await db.receipts.where('confirmedAt').equals(0).count(),
    'interviews that were given up': await db.abandoned.count(),
  };
  for (const kind of allKinds)
    for (const state of ['waiting', 'attention', 'decide'] as const)
      counts[`${kind.noun}s (${state})`] = await kind.inState(db, state).count();
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ kind: 'stuck', what: `${count} ${name} still on the device` }));
}

async function checkInterview(
  ground: Ground,
  db: OfflineDatabase,
  held: Held,
  past: Past,
): Promise<Finding[]> {
  const stored = await ground.db
    .selectFrom('responses')
    .selectAll()
    .where('respondentName', '=', held.respondentName)
    .execute();
  const [response, ...more] = stored;
  if (more.length > 0) return [{ kind: 'duplicated', what: `stored ${stored.length} times` }];
  if (held.abandoned === 'yes' && response)
    return [{ kind: 'duplicated', what: 'given up, and stored all the same' }];
  if (held.isDeleted)
    return response ? [{ kind: 'duplicated', what: 'deleted, and stored all the same' }] : [];
  if (!response) {
    const isOwed = held.clientId !== null && held.abandoned === 'no' && !held.isWiped;
    return isOwed ? [{ kind: 'lost', what: 'not on the server' }] : [];
  }

  const findings: Finding[] = checkFlags(held, response, past);
  const expect = (isSo: boolean, kind: FindingKind, what: string) =>
    isSo || findings.push({ kind, what });
  // A receipt that is gone must have been confirmed, and old enough by the device's clock.
  const receipt = await db.receipts.get(response.clientId);
  expect(
    !receipt || (receipt.responseId === response.id && receipt.digest === response.digest),
    'partial',
    'the receipt is of another response',
  );

  const { questions } = ground.edition;
  const sent = receipt && answersIn((JSON.parse(receipt.body) as Sent).responseAnswers);
  const kept = answersIn(response.answers);
  for (const { id } of questions) {
    const answer = kept.get(id) ?? '';
    const wanted = [...(held.answers.get(id) ?? [''])];
    const isPartial = sent !== undefined && answer !== (sent.get(id) ?? '');
    expect(
      wanted.includes(answer),
      isPartial ? 'partial' : 'lost',
      `question ${id} has ${answer || 'no answer'}, not ${wanted.join(' or ') || 'none'}`,
    );
  }
  const noted = new Map(response.answers.map(({ questionId, note }) => [questionId, note ?? '']));
  for (const [id, allowed] of held.remarks) {
    const note = noted.get(id) ?? '';
    const wanted = [...allowed].join(' or ');
    expect(allowed.has(note), 'lost', `the note on question ${id} is "${note}", not ${wanted}`);
  }
  for (const word of held.notes)
    expect(response.notes.includes(word), 'lost', `the notes lack "${word}"`);

  const score = scoreResponse(questions, response.answers);
  expect(
    response.totalScore === score.totalScore && response.maxScore === score.maxScore,
    'partial',
    `its sums are ${response.totalScore} of ${response.maxScore}`,
  );
  // A device that lost its receipts has nothing to confirm with. A sync with `force` still
  // confirms.
  expect(
    response.syncStatus === 'synced' || held.isWiped,
    'stuck',
    'never confirmed on the server',
  );
  const sessions = await ground.db
    .selectFrom('interviewSessions')
    .select('status')
    .where('clientId', '=', response.clientId)
    .execute();
  expect(
    sessions.every(({ status }) => status === 'completed'),
    'partial',
    'its session is still open',
  );
  const events = await ground.db
    .selectFrom('auditEvents')
    .select('id')
    .where('action', '=', 'response.stored')
    .where('objectId', '=', response.id)
    .execute();
  expect(events.length === 1, 'partial', `told ${events.length} times in the audit`);
  return findings;
}

type Given = {
  questionId: number;
  answerId: number | null;
  textValue: string | null;
  notApplicable?: boolean | undefined;
};
type Sent = { responseAnswers: Given[] };

function answersIn(answers: readonly Given[]): Map<number, string> {
  return new Map(
    answers.map(({ notApplicable, ...one }) => [
      one.questionId,
      answerText({ score: 0, ...one, ...(notApplicable && { na: true }) }),
    ]),
  );
}
