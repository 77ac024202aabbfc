import {
  exportFormat,
  exportVersion,
  type ExportedFile,
  type ExportedResponse,
} from '#domain/sync/exported-file.ts';
import { currentUser } from '#web/lib/current-user.ts';
import type { Unsent } from '#web/offline/database.ts';
import type { OutboxKind } from './kind.ts';

/**
 * Saves a record as a file that an Admin can import. It holds exactly the bytes that would have
 * been sent.
 */
export function saveRecord<R extends Unsent>(kind: OutboxKind<R>, record: R): void {
  const owner = currentUser.get();
  const exported = kind.exported(record);
  if (!owner) throw new Error('Nobody is signed in');
  if (!exported) throw new Error('Nobody imports this kind of work');
  const text = JSON.stringify(exportedFile([exported], owner, Date.now()), null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${record.clientId}.json`;
  link.click();
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Returns the export file with these responses.
 *
 * @param now milliseconds since 1970
 */
export function exportedFile(
  envelopes: readonly ExportedResponse[],
  { id, name, email }: ExportedFile['owner'],
  now: number,
): ExportedFile {
  return {
    format: exportFormat,
    version: exportVersion,
    exportedAt: new Date(now).toISOString(),
    owner: { id, name, email },
    responses: envelopes.map(({ clientId, digest, body }) => ({ clientId, digest, body })),
  };
}
