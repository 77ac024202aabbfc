import { exportFormat, exportVersion, type ExportedFile } from '#domain/sync/exported-file.ts';
import { currentUser } from '#web/lib/current-user.ts';
import type { Envelope } from './database.ts';

/** Saves a response as a file that an Admin can import: the very bytes that would have been sent. */
export function exportEnvelope(envelope: Envelope): void {
  const owner = currentUser.get();
  if (!owner) throw new Error('Nobody is signed in');
  const text = JSON.stringify(exportedFile([envelope], owner, Date.now()), null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${envelope.clientId}.json`;
  link.click();
  // The browser has taken it in hand by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param now milliseconds since 1970 */
export function exportedFile(
  envelopes: readonly Pick<Envelope, 'clientId' | 'digest' | 'body'>[],
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
