import {
  exportFormat,
  exportVersion,
  type ExportedFile,
  type ExportedResponse,
} from '#domain/sync/exported-file.ts';
import type { PlanToExport } from '#domain/sync/exported-plan.ts';
import { currentUser } from '#web/lib/current-user.ts';
import type { ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import type { Unsent } from '#web/offline/store/records.ts';
import { currentStore } from '#web/offline/store/store.ts';
import type { Exported, OutboxKind } from './kind.ts';

/**
 * Saves a record as a file that an Admin can import. It holds exactly the bytes that would have been sent. With
 * evidence or an exit plan the file is a ZIP.
 */
export async function saveRecord<R extends Unsent>(kind: OutboxKind<R>, record: R): Promise<void> {
  const exported = kind.exported(record);
  if (!exported) throw new Error('Nobody imports this kind of work');
  await save(exported, record.clientId);
}

/** Saves a plan that nobody has agreed, with its signatures, as a file that an Admin can import. */
export function savePlan(plan: ExitPlan): Promise<void> {
  const exported = { responses: [], plans: [draftOf(plan)] };
  return save({ ...exported, files: (db) => filesOf(db, plan.clientId) }, plan.clientId);
}

/** Returns a plan that nobody has agreed, as an export file holds it. */
export function draftOf(plan: ExitPlan): PlanToExport {
  const { clientId: planId, hotelId, hotelName } = plan;
  const { kind, roundId, items, people, startedAt, replaces, author } = plan;
  const draft = { kind, roundId, items, people, startedAt, replaces, author };
  return { planId, hotelId, hotelName, draft };
}

async function save({ responses, plans = [], files: filesIn }: Exported, name: string) {
  const owner = currentUser.get();
  if (!owner) throw new Error('Nobody is signed in');
  const file = responses.length > 0 ? exportedFile(responses, owner, Date.now()) : null;
  const text = file && JSON.stringify(file, null, 2);
  const db = currentStore();
  const files = await filesIn(db);
  if (files.length + plans.length === 0 && text !== null)
    return saveAs(new Blob([text], { type: 'application/json' }), `${name}.json`);
  const { zipOf } = await import('./export-zip.ts');
  saveAs(await zipOf(db, { responses: text, plans, files }, owner), `${name}.zip`);
}

function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started the download by the time this runs.
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
