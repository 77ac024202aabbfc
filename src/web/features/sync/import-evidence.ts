import { z } from 'zod';

import { digestHeader } from '#domain/sync/client-id.ts';
import { plural } from '#domain/plural.ts';
import { fetchInSession } from '#web/lib/fetch-in-session.ts';
import { asSentence, countWords } from '#web/lib/format.ts';
import { evidenceForm, sendingPath, type DescribedFile } from '#web/offline/files/evidence-form.ts';
import type { FileBytes } from '#web/offline/store/records.ts';
import { ask } from '#web/offline/connection/reply.ts';

/** What became of a file that an Admin imported. `refusal` is null unless it was refused. */
export type ImportedEvidence = {
  fileId: string;
  name: string;
  outcome: 'stored' | 'present' | 'refused';
  refusal: string | null;
};

const receiptSchema = z.object({ fileId: z.string(), digest: z.string() });
/** Milliseconds that the import of one file may take. */
const patience = 5 * 60_000;

/** Sends a file under its owner's name. Safe to repeat, because each file has its id. */
export async function importEvidence(
  file: DescribedFile & { digest: string },
  bytes: Pick<FileBytes, 'bytes' | 'thumbnail'>,
  owner: number,
): Promise<ImportedEvidence> {
  const { clientId: fileId, name, digest } = file;
  const reply = await ask(fetchInSession, sendingPath(file, owner), {
    method: 'PUT',
    headers: { [digestHeader]: digest },
    body: evidenceForm(file, bytes),
    signal: AbortSignal.timeout(patience),
  });
  const refused = (refusal: string) => ({ fileId, name, outcome: 'refused' as const, refusal });
  if (reply.kind === 'refused') return refused(asSentence(reply.problem.detail));
  if (reply.kind === 'sign-in') return refused('Please sign in again.');
  if (reply.kind === 'later') return refused(reply.reason);
  const receipt = receiptSchema.safeParse(reply.json).data;
  const isOurs = receipt?.fileId === fileId && receipt.digest === digest;
  if (!isOurs || (reply.status !== 200 && reply.status !== 201))
    return refused('The server did not confirm it.');
  return { fileId, name, outcome: reply.status === 201 ? 'stored' : 'present', refusal: null };
}

/** Returns for example "5 files stored, 1 refused." Empty when there was no file. */
export function evidenceWords(files: readonly ImportedEvidence[]): string {
  if (files.length === 0) return '';
  const refused = files.filter(({ outcome }) => outcome === 'refused').length;
  const held = countWords(files.length - refused, 'file');
  return `${held} ${plural(files.length - refused, 'is', 'are')} on the server${refused > 0 ? `, ${refused} refused` : ''}.`;
}
