import type { ProgressEntry } from '#domain/interviews/progress.ts';
import type { DraftChange } from '#web/offline/drafts.ts';

import type { InterviewState } from './interview-state.ts';

/** Returns the difference between two states as a change to store, or null when there is none. */
export function changeBetween(before: InterviewState, after: InterviewState): DraftChange | null {
  const given = idsOfNews(before.answeredAt, after.answeredAt);
  const remarked = idsOfNews(before.remarkedAt, after.remarkedAt);
  const change: DraftChange = {
    ...(given.length > 0 && {
      progress: pick(given, (id) => trimmed(after.progress[id] ?? null)),
      answeredAt: pick(given, (id) => after.answeredAt[id] ?? 0),
    }),
    ...(remarked.length > 0 && {
      remarks: pick(remarked, (id) => (after.remarks[id] ?? '').trim()),
      remarkedAt: pick(remarked, (id) => after.remarkedAt[id] ?? 0),
    }),
    ...(before.index !== after.index && { index: after.index }),
    ...(before.notes !== after.notes && { notes: after.notes }),
    ...(before.awaiting !== after.awaiting && { awaiting: after.awaiting?.questionId ?? null }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Returns the whole interview as a change, to be joined with what is stored. */
export function wholeChange(state: InterviewState): DraftChange {
  const { progress, answeredAt, remarks, remarkedAt, index, notes } = state;
  return {
    progress: pick(Object.keys(progress), (id) => trimmed(progress[id] ?? null)),
    remarks: pick(Object.keys(remarks), (id) => (remarks[id] ?? '').trim()),
    ...{ answeredAt, remarkedAt, index, notes },
  };
}

type Times = Readonly<Record<string, number>>;

function idsOfNews(before: Times, after: Times): string[] {
  return Object.keys(after).filter((id) => after[id] !== before[id]);
}

function pick<T>(ids: readonly string[], from: (id: string) => T): Record<string, T> {
  return Object.fromEntries(ids.map((id) => [id, from(id)]));
}

/** Removes white space around the text, as the server does when it stores an answer. */
function trimmed(entry: ProgressEntry): ProgressEntry {
  if (entry?.textValue == null) return entry;
  const textValue = entry.textValue.trim();
  return textValue === '' ? null : { ...entry, textValue };
}
