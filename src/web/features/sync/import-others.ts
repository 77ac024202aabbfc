import { openedEndedKeySchema, type OpenEndedKey } from '#domain/sync/device.ts';
import { largestExport, mostExported, type Imported } from '#domain/sync/exported-file.ts';
import { call } from '#web/lib/api.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { exportedFile } from '#web/offline/outbox/export-file.ts';
import { dropRecord, eachFileLeft, leftBy, takeOver } from '#web/offline/seal/fetch-sealed.ts';
import { syncNow } from '#web/offline/sync/sync-status.ts';
import { importEvidence, type ImportedEvidence } from './import-evidence.ts';
import { importFile } from './import-responses.ts';

/**
 * Imports what a person whose account has ended left on this device, under their name: finished
 * interviews, and files that belong to no unfinished one. It deletes each copy here once the server
 * has it; refused copies stay. Safe to repeat.
 */
export async function importOthers(
  userId: number,
): Promise<{ responses: Imported[]; files: ImportedEvidence[] }> {
  const { owner } = await openEnded(userId, null);
  const keys = keysOf(userId);
  const { envelopes, drafts, plans, files } = await leftBy(userId, keys);
  const imported: Imported[] = [];
  for (const some of inFiles(envelopes)) {
    const { responses } = await importFile(exportedFile(some, owner, Date.now()));
    for (const { clientId, outcome } of responses)
      if (outcome !== 'refused') await dropRecord(userId, clientId);
    imported.push(...responses);
  }
  const underWay = new Set([...drafts, ...plans].map(({ clientId }) => clientId));
  const ended = files.filter(({ interviewId }) => !underWay.has(interviewId));
  const importedFiles: ImportedEvidence[] = [];
  await eachFileLeft(userId, keys, ended, async (file, bytes) => {
    const one = await importEvidence(file, bytes, userId);
    importedFiles.push(one);
    if (one.outcome !== 'refused') await dropRecord(userId, file.clientId);
  });
  return { responses: imported, files: importedFiles };
}

/**
 * Gives another person's unfinished work on this device to the person who is signed in. They can complete the
 * interviews here, and the hotel changes are sent in their name. Exit plans keep the name of the person who
 * began them. Returns the number of records.
 */
export async function takeOverOthers(userId: number): Promise<number> {
  // The server refuses this while the account is active. So ask it even if nothing here is
  // encrypted.
  const { owner } = await openEnded(userId, null);
  const keys = keysOf(userId);
  const left = await leftBy(userId, keys);
  await takeOver(owner, left, keys);
  void syncNow();
  return left.drafts.length + left.commands.length + left.plans.length;
}

function keysOf(userId: number) {
  return async (wrappedKey: string) => (await openEnded(userId, wrappedKey)).key;
}

function openEnded(userId: number, wrappedKey: string | null) {
  const body: OpenEndedKey = { wrappedKey };
  const path = `/api/system-users/${userId}/open-device-key`;
  return call({ method: 'POST', path, body, schema: openedEndedKeySchema });
}

/**
 * Splits the envelopes into files, each within the limits of one import. Quoting a body in JSON may
 * double its length.
 */
function inFiles(envelopes: readonly Envelope[]): Envelope[][] {
  const files: Envelope[][] = [];
  let room = 0;
  for (const envelope of envelopes) {
    const file = files.at(-1);
    const length = 2 * new Blob([envelope.body]).size + 200;
    if (file && file.length < mostExported && length <= room) file.push(envelope);
    else {
      files.push([envelope]);
      room = largestExport - 1_000;
    }
    room -= length;
  }
  return files;
}
