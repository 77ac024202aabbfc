import type { LinkCompleted, LinkSaved } from '#domain/contacts/interview-by-link.ts';
import { callByLink, LinkError } from '#web/by-link/call-by-link.ts';
import { markNow } from '#web/by-link/kept-readings.ts';
import { changeKept, countUnsent, readKept, withoutSent, type Refusal } from './kept-answers.ts';

/**
 * The outcome of sending. `kept` means that the answers did not arrive and stay in this browser until they do.
 */
export type Sent =
  | { kind: 'nothing' }
  | { kind: 'saved'; saved: LinkSaved; mark: string }
  | { kind: 'completed'; completed: LinkCompleted; mark: string }
  | { kind: 'kept'; why: string; hasEnded: boolean }
  | ({ kind: 'refused' } & Refusal);

/**
 * Sends the kept answers of an interview: its completion if there is one, otherwise the answers that the server
 * has not confirmed. Sending them again does no harm. Answers that the server refuses for good stay in the
 * browser with a mark, and are not sent again by themselves.
 */
export async function sendKept(clientId: string): Promise<Sent> {
  const kept = readKept(clientId);
  if (kept.refusal) return { kind: 'refused', ...kept.refusal };
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

/** A 404 means that the cookie's contact has no such interview: the answers belong to another link. */
const otherLink =
  'This browser has opened another link since. Open your link again to send these answers.';

function outcomeOf(clientId: string, error: unknown): Sent {
  if (!(error instanceof LinkError)) throw error;
  const { status, type, message: why } = error;
  const refusal = { why, wasCompleted: type === '/problems/already-completed' };
  if (status === 400) {
    // Remove the completion only. The answers stay, and the person fills in what is missing.
    changeKept(clientId, ({ completion: _, ...kept }) => kept);
    return { kind: 'refused', ...refusal };
  }
  if (status === 409 || status === 410) {
    changeKept(clientId, (kept) => ({ ...kept, refusal }));
    return { kind: 'refused', ...refusal };
  }
  return { kind: 'kept', why: status === 404 ? otherLink : why, hasEnded: status === 401 };
}
