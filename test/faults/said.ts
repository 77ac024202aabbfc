import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { WriteState } from '#web/offline/drafts/draft-writer.ts';
import { readCounts } from '#web/offline/sync/counts.ts';
import { answerText, type Finding, type Held, type Past } from './findings.ts';
import type { Ground } from './ground.ts';
import { choiceQuestions } from './schedule.ts';

/** Compares what screens show with the truth. Each function here returns what is false. */

const untrue = (what: string): Finding => ({ kind: 'untrue', what });

/**
 * Checks the line beside an interview: "Saved on this device", or that it was ended in another tab.
 */
export async function checkSavedLine(
  db: OfflineDatabase,
  held: Held,
  said: WriteState,
): Promise<Finding[]> {
  if (said === 'gone')
    return held.abandoned === 'no' && held.finishedAt.length === 0
      ? [untrue('"completed or abandoned in another tab" of one that is neither')]
      : [];
  if (said !== 'saved' || held.clientId === null) return [];
  const draft = await db.drafts.get(held.clientId);
  if (!draft) return held.finishedAt.length > 0 ? [] : [untrue('"Saved" of what is not here')];
  const wrong = [...held.answers].filter(
    ([id, allowed]) => !allowed.has(answerText(draft.progress[id])),
  );
  const unnoted = [...held.remarks].filter(
    ([id, allowed]) => !allowed.has(draft.remarks?.[id] ?? ''),
  );
  return [
    ...wrong.map(([id]) => untrue(`"Saved", without the answer to question ${id}`)),
    ...unnoted.map(([id]) => untrue(`"Saved", without the note on question ${id}`)),
  ];
}

/** Checks "Saved on the server" for interviews under way, right after a complete sync. */
export async function checkCopied(ground: Ground, db: OfflineDatabase): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const draft of await db.drafts.toArray()) {
    if (draft.copy?.revision !== draft.revision) continue;
    if (!(await ground.isUnderWay(draft.clientId)))
      findings.push(untrue('"Saved on the server", which has nothing of it'));
  }
  return findings;
}

/** Checks what the header shows at the end, when nothing is under way. */
export async function checkHeader(
  ground: Ground,
  db: OfflineDatabase,
  interviews: readonly Held[],
  past: Past,
): Promise<Finding[]> {
  const { pendingCount, wasEmptied } = await readCounts(db);
  if (wasEmptied && !past.wasCleared) return [untrue('"storage was cleared", which it was not')];
  if (wasEmptied || pendingCount > 0 || past.wasClearedLocked) return [];
  const missing: string[] = [];
  for (const { clientId, abandoned, isDeleted } of interviews)
    if (clientId !== null && abandoned === 'no' && !isDeleted)
      if (!(await ground.isStored(clientId))) missing.push(clientId);
  return missing.map((clientId) => untrue(`"All data synced" without ${clientId}`));
}

type Stored = {
  completedAt: string;
  reviewReasons: readonly string[];
  answers: readonly { notApplicable?: boolean | undefined }[];
};

/**
 * Milliseconds, longer than a device waits for a reply, and than all steps of an interview take.
 */
const tolerance = 5 * 60_000 + 60_000;

/**
 * Checks the times and flags of a stored response. Times without a flag must be those at which it
 * was finished. If no clock was set, no flag may say that one was.
 */
export function checkFlags(
  held: Held,
  { completedAt, reviewReasons, answers }: Stored,
  past: Past,
): Finding[] {
  const marked = answers.filter(({ notApplicable }) => notApplicable).length;
  const isSo: Record<string, boolean> = {
    'clock-odd': true,
    // More than 40 % of the questions that are scored.
    'many-not-applicable': marked > 0.4 * choiceQuestions,
  };
  const reasons = reviewReasons.filter((reason) => !isSo[reason]);
  const findings = reasons.map((reason) => untrue(`flagged as ${reason}, which is not so`));
  const isOdd = reviewReasons.includes('clock-odd');
  if (isOdd && !past.clockWasSet && past.waited === 0)
    findings.push(untrue('a clock that was right'));
  const at = Date.parse(completedAt);
  const error = Math.min(...held.finishedAt.map((finished) => Math.abs(at - finished)));
  if (!isOdd && error > tolerance + past.waited)
    findings.push(untrue(`filed ${Math.round(error / 60_000)} minutes from when it was finished`));
  return findings;
}
