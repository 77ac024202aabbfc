import { Zip, ZipPassThrough } from 'fflate';

import {
  filesFolder,
  responsesName,
  type ExportedEvidence,
  type ExportedFile,
} from '#domain/sync/exported-file.ts';
import { plansFolder, type ExportedPlan, type PlanToExport } from '#domain/sync/exported-plan.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { StoredFile } from '#web/offline/store/records.ts';

type Content = {
  /** An export file without evidence, as JSON; null when there is no response. */
  responses: string | null;
  plans?: readonly PlanToExport[];
  files: readonly StoredFile[];
};

/**
 * Returns the export file with evidence: a ZIP with the responses, the exit plans and the files whose bytes are
 * here. The bytes are read one file at a time. They are not compressed, because that makes photos no smaller.
 */
export async function zipOf(
  db: OfflineDatabase,
  { responses, plans = [], files }: Content,
  { id, name, email }: ExportedFile['owner'],
): Promise<Blob> {
  const parts: BlobPart[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Uint8Array(chunk));
  });
  const add = (path: string, content: Uint8Array) => {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(content, true);
  };
  const addText = (path: string, text: string) => add(path, new TextEncoder().encode(text));
  if (responses !== null) addText(responsesName, responses);
  const by = { exportedAt: new Date().toISOString(), owner: { id, name, email } };
  for (const plan of plans) {
    const about = { ...plan, ...by } satisfies ExportedPlan;
    addText(`${plansFolder}${plan.planId}.json`, JSON.stringify(about, null, 2));
  }
  for (const file of files) {
    const held = await db.fileBytes.get(file.clientId);
    if (!held) continue;
    const path = `${filesFolder}${file.clientId}`;
    add(path, new Uint8Array(held.bytes));
    if (held.thumbnail) add(`${path}.thumbnail`, new Uint8Array(held.thumbnail));
    const about = { ...describe(file), ...by };
    addText(`${path}.json`, JSON.stringify(about satisfies ExportedEvidence, null, 2));
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

function describe(file: StoredFile) {
  const { clientId, interviewId, questionId, kind, name, mediaType, caption } = file;
  const { width, height, size, digest, takenAt } = file;
  return {
    ...{ fileId: clientId, interview: interviewId, questionId, kind, name, mediaType, caption },
    ...{ width, height, size, digest, takenAt: new Date(takenAt).toISOString() },
  };
}
