import type { AnsweredAt, Progress, Remarks } from '#domain/interviews/progress.ts';
import { pick } from '#web/lib/pick.ts';
import { copyDurably, forgetCopies, readCopies } from './durable-copies.ts';

/**
 * The answers of an interview in this browser that the server has not confirmed. They are stored at every
 * change, so that a reload, a closed page or a lost connection loses nothing. They are also copied, so that a
 * phone that switches off loses nothing either (`durable-copies.ts`). If the browser stores nothing for this
 * page, they are kept in memory while the page is open.
 */
export type KeptAnswers = {
  progress: Progress;
  answeredAt: AnsweredAt;
  remarks: Remarks;
  remarkedAt: AnsweredAt;
  /**
   * The comment on the whole interview, and the stored comment it was based on. Absent when it was not changed.
   */
  notes?: string;
  notesBase?: string;
  /** The body of the completion; every attempt sends the same body. While it is set, nothing else is sent. */
  completion?: string;
  /** Set when the server refused these answers for good. Then the page does not send them again by itself. */
  refusal?: Refusal;
};

/** Why the server refused answers for good. */
export type Refusal = {
  why: string;
  /** True when the interview was completed before, so that the server has the answers of that time. */
  wasCompleted: boolean;
};

const prefix = 'bellwether-self:';
const inMemory = new Map<string, KeptAnswers>();

const nothing = (): KeptAnswers => ({
  ...{ progress: {}, answeredAt: {}, remarks: {}, remarkedAt: {} },
});

/** Returns an interview's kept answers. */
export function readKept(clientId: string): KeptAnswers {
  const held = inMemory.get(clientId);
  if (held) return held;
  try {
    const stored = localStorage.getItem(prefix + clientId);
    return stored === null ? nothing() : (JSON.parse(stored) as KeptAnswers);
  } catch {
    return nothing();
  }
}

/**
 * Applies `change` to the kept answers, stores the result and returns it. It reads them first, because another
 * tab may have changed them.
 */
export function changeKept(
  clientId: string,
  change: (kept: KeptAnswers) => KeptAnswers,
): KeptAnswers {
  const kept = change(readKept(clientId));
  const text = isEmpty(kept) ? null : JSON.stringify(kept);
  copyDurably(clientId, text);
  try {
    if (text === null) localStorage.removeItem(prefix + clientId);
    else localStorage.setItem(prefix + clientId, text);
    inMemory.delete(clientId);
  } catch {
    inMemory.set(clientId, kept);
  }
  return kept;
}

/**
 * Restores answers that `localStorage` lost when the browser ended. Copies may contain answers that have
 * already arrived. Sending those again changes nothing.
 */
export async function takeBackCopies(): Promise<void> {
  for (const [clientId, text] of await readCopies())
    changeKept(clientId, (kept) => joined(JSON.parse(text) as KeptAnswers, kept));
}

/** Joins the kept answers with their copy. For each question the later answer and note count. */
function joined(copy: KeptAnswers, kept: KeptAnswers): KeptAnswers {
  const isLater = (one: AnsweredAt, other: AnsweredAt) => (id: string) =>
    (one[id] ?? 0) > (other[id] ?? 0);
  const answers = Object.keys(copy.progress).filter(isLater(copy.answeredAt, kept.answeredAt));
  const remarks = Object.keys(copy.remarks).filter(isLater(copy.remarkedAt, kept.remarkedAt));
  return {
    ...copy,
    ...kept,
    progress: { ...kept.progress, ...pick(copy.progress, answers) },
    answeredAt: { ...kept.answeredAt, ...pick(copy.answeredAt, answers) },
    remarks: { ...kept.remarks, ...pick(copy.remarks, remarks) },
    remarkedAt: { ...kept.remarkedAt, ...pick(copy.remarkedAt, remarks) },
  };
}

/** Returns whether a reload of the page would lose something. */
export function wouldLose(clientId: string): boolean {
  const held = inMemory.get(clientId);
  return held !== undefined && !isEmpty(held);
}

/** Returns how many answers, notes and comments the server has not confirmed. */
export function countUnsent({ progress, remarks, notes }: KeptAnswers): number {
  const questions = new Set([...Object.keys(progress), ...Object.keys(remarks)]);
  return questions.size + (notes === undefined ? 0 : 1);
}

function isEmpty(kept: KeptAnswers): boolean {
  return countUnsent(kept) === 0 && kept.completion === undefined;
}

/** Returns the kept answers without those that were sent. Answers that have changed since then stay. */
export function withoutSent(kept: KeptAnswers, sent: KeptAnswers): KeptAnswers {
  const isNewer = (now: AnsweredAt, then: AnsweredAt) => (id: string) => now[id] !== then[id];
  const answers = Object.keys(kept.progress).filter(isNewer(kept.answeredAt, sent.answeredAt));
  const remarks = Object.keys(kept.remarks).filter(isNewer(kept.remarkedAt, sent.remarkedAt));
  const { notes, notesBase: _, ...others } = kept;
  return {
    ...others,
    progress: pick(kept.progress, answers),
    answeredAt: pick(kept.answeredAt, answers),
    remarks: pick(kept.remarks, remarks),
    remarkedAt: pick(kept.remarkedAt, remarks),
    // From now on the comment is based on the one that was sent.
    ...(notes !== undefined && notes !== sent.notes && { notes, notesBase: sent.notes ?? '' }),
  };
}

/** Returns this browser's interviews with answers that the server does not have, also those that it refused. */
export function keptHere(): { id: string; isRefused: boolean }[] {
  const ids = new Set(inMemory.keys());
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) ids.add(key.slice(prefix.length));
  } catch {
    // If the browser stores nothing, only the answers in memory count.
  }
  return [...ids].flatMap((id) => {
    const kept = readKept(id);
    return isEmpty(kept) ? [] : [{ id, isRefused: kept.refusal !== undefined }];
  });
}

/** Removes everything that this browser keeps of interviews. */
export function forgetKept(): void {
  inMemory.clear();
  forgetCopies();
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // If the browser stores nothing, there is nothing to remove.
  }
}
