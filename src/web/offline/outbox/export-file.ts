import {
  exportFormat,
  exportVersion,
  type ExportedFile,
  type ExportedResponse,
} from '#domain/sync/exported-file.ts';
import { currentUser } from '#web/lib/current-user.ts';
import type { Unsent } from '#web/offline/records.ts';
import { currentStore } from '#web/offline/store.ts';
import type { OutboxKind } from './kind.ts';

/**
 * Saves a record as a file that an Admin can import. It holds exactly the bytes that would have
 * been sent. With evidence it is a ZIP.
 */
export async function saveRecord<R extends Unsent>(kind: OutboxKind<R>, record: R): Promise<void> {
  const owner = currentUser.get();
  const exported = kind.exported(record);
  if (!owner) throw new Error('Nobody is signed in');
  if (!exported) throw new Error('Nobody imports this kind of work');
  const { responses } = exported;
  const file = responses.length > 0 ? exportedFile(responses, owner, Date.now()) : null;
  const text = file && JSON.stringify(file, null, 2);
  const db = currentStore();
  const files = await exported.files(db);
  if (files.length === 0 && text !== null)
    return saveAs(new Blob([text], { type: 'application/json' }), `${record.clientId}.json`);
  const { zipOf } = await import('./export-zip.ts');
  saveAs(await zipOf(db, text, files, owner), `${record.clientId}.zip`);
}

function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
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
