import type { LinkCompleted, LinkSaved } from '#domain/contacts/interview-by-link.ts';
import { callByLink, LinkError } from '#web/by-link/call-by-link.ts';
import { markNow } from '#web/by-link/kept-readings.ts';
import { changeKept, countUnsent, readKept, withoutSent } from './kept-answers.ts';

/** What became of sending. `kept`: it did not arrive, and stays in this browser until it does. */
export type Sent =
  | { kind: 'nothing' }
  | { kind: 'saved'; saved: LinkSaved; mark: string }
  | { kind: 'completed'; completed: LinkCompleted; mark: string }
  | { kind: 'kept'; why: string; isOffline: boolean }
  | { kind: 'refused'; why: string; status: number };

/**
 * Sends what this browser holds of an interview: its completion, or else the answers that the server has
 * not confirmed. Both can be sent any number of times. What the server refuses for good stays in the
 * browser, marked, and is not sent again by itself.
 */
export async function sendKept(clientId: string): Promise<Sent> {
  const kept = readKept(clientId);
  if (kept.isRefused) return { kind: 'nothing' };
  const path = `/api/link/interviews/${clientId}` as const;
  try {
    const mark = await markNow();
    if (kept.completion !== undefined) {
      const completed = await callByLink<LinkCompleted>({
        ...{ method: 'PUT', path: `${path}/completion`, body: kept.completion },
        headers: { 'content-type': 'application/json' },
      });
      changeKept(clientId, () => ({
        ...{ progress: {}, answeredAt: {}, remarks: {}, remarkedAt: {} },
      }));
      return { kind: 'completed', completed, mark };
    }
    if (countUnsent(kept) === 0) return { kind: 'nothing' };
    const saved = await callByLink<LinkSaved>({ method: 'PUT', path, body: kept });
    changeKept(clientId, (now) => withoutSent(now, kept));
    return { kind: 'saved', saved, mark };
  } catch (error) {
    return outcomeOf(clientId, error);
  }
}

function outcomeOf(clientId: string, error: unknown): Sent {
  if (!(error instanceof LinkError)) throw error;
  const { status, message: why } = error;
  if (status === 400) {
    // The answers stay, and the person completes them.
    changeKept(clientId, ({ completion: _, ...kept }) => kept);
    return { kind: 'refused', why, status };
  }
  if ([404, 409, 410].includes(status)) {
    changeKept(clientId, (kept) => ({ ...kept, isRefused: true }));
    return { kind: 'refused', why, status };
  }
  return { kind: 'kept', why, isOffline: status === 0 };
}
