import { plural } from '#domain/plural.ts';
import { mostPendingIds } from '#domain/responses/pending-responses.ts';
import type { SyncState } from '#web/ui/theme/tones.ts';
import type { SyncResult, SyncStatus } from './sync-status.ts';

/**
 * Returns the state that the indicator's colour shows. It is green only when the server has said
 * that nothing is pending.
 */
export function syncStateOf(status: SyncStatus): SyncState {
  if (!status.isOnline) return 'offline';
  if (status.isSyncing) return 'syncing';
  if (status.pendingCount + status.toDecideCount + (status.pendingOnServer ?? 0) > 0)
    return 'pending';
  return status.pendingOnServer === null || status.problem !== null ? 'unknown' : 'synced';
}

/** Returns the indicator's words (rule 57): "Not confirmed" when the server's state is unknown. */
export function syncWordsOf(status: SyncStatus): string {
  const words = {
    offline: 'Offline',
    syncing: 'Syncing...',
    pending: pendingWords(status),
    unknown: 'Not confirmed',
    synced: 'All data synced',
  } satisfies Record<SyncState, string>;
  return words[syncStateOf(status)];
}

/**
 * Returns the words for records that wait. Records that need a decision are counted only if nothing
 * else waits: they are not sent until the person has decided.
 */
function pendingWords({ pendingCount, pendingOnServer, toDecideCount }: SyncStatus): string {
  if (pendingCount + (pendingOnServer ?? 0) === 0) return `${toDecideCount} to decide`;
  return `${countOf(pendingCount, pendingOnServer)} pending`;
}

/** Returns the total, for example "500+" when there may be more, because the server lists at most so many. */
function countOf(here: number, onServer: number | null): string {
  const isMore = onServer !== null && onServer >= mostPendingIds;
  return `${here + (onServer ?? 0)}${isMore ? '+' : ''}`;
}

/** Returns why Sync Now failed and what is left, as one message; null when it did everything. */
export function syncFailureOf({
  failed,
  left: here,
  pendingOnServer,
  reason,
}: SyncResult): string | null {
  if (failed === 0 && reason === null) return null;
  const left = [
    failed > 0 && `${here} still ${plural(failed, 'waits', 'wait')} on this device.`,
    pendingOnServer !== null && pendingOnServer > 0 && onServerWords(pendingOnServer),
    pendingOnServer === null && 'What is still pending on the server is not known.',
  ];
  const why = reason ?? 'The server refused what the Sync Centre lists.';
  return ['Failed to synchronize responses. Please try again.', why, ...left]
    .filter(Boolean)
    .join(' ');
}

/** Returns for example "3 responses on the server are still pending." */
export function onServerWords(count: number): string {
  return `${responses(countOf(0, count))} on the server ${plural(count, 'is', 'are')} still pending.`;
}

function responses(count: number | string): string {
  return `${count} ${String(count) === '1' ? 'response' : 'responses'}`;
}
