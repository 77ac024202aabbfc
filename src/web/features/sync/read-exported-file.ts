import { responseInputSchema } from '#domain/responses/response.ts';
import {
  exportedFileSchema,
  exportFormat,
  largestExport,
  type ExportedEvidence,
  type ExportedFile,
  type ExportedResponse,
} from '#domain/sync/exported-file.ts';
import type { ExportedPlan } from '#domain/sync/exported-plan.ts';
import { megabytes } from '#web/lib/chosen-file.ts';
import type { FileBytes } from '#web/offline/store/records.ts';
import { sha256 } from '#web/lib/sha256.ts';

/** A response in a file, as far as it can be read. */
export type Exported = {
  /** Place and client id together, because a damaged file may contain a client id twice. */
  key: string;
  respondentName: string;
  hotelName: string;
  /** ISO; null when it cannot be read. */
  completedAt: string | null;
  isDamaged: boolean;
};

/** A file of evidence. `read` takes its bytes out of the ZIP, or returns null if they are damaged. */
export type ReadEvidence = {
  about: ExportedEvidence;
  read: () => Pick<FileBytes, 'bytes' | 'thumbnail'> | null;
};

/** `file` is null in a ZIP that has no response. */
export type ReadFile = {
  file: ExportedFile | null;
  responses: Exported[];
  evidence?: ReadEvidence[];
  plans?: ExportedPlan[];
};

/** Returns the content of the file or, in words, why it cannot be imported. */
export async function readExportedFile(chosen: File): Promise<ReadFile | string> {
  if (await isZip(chosen)) {
    const { readExportedZip } = await import('./read-exported-zip.ts');
    const zip = await readExportedZip(chosen);
    if (typeof zip === 'string') return zip;
    const { responses, ...rest } = zip;
    if (responses === null) return { file: null, responses: [], ...rest };
    const read = readResponses(responses);
    return typeof read === 'string' ? read : { ...read, ...rest };
  }
  if (chosen.size > largestExport) return `A file can have up to ${megabytes(largestExport)} MB.`;
  return readResponses(await chosen.text());
}

/** True for a ZIP. It checks the first bytes and not the name, because people rename files. */
async function isZip(chosen: File): Promise<boolean> {
  return (await chosen.slice(0, 4).text()) === 'PK\u0003\u0004';
}

function readResponses(text: string): ReadFile | string {
  const json = asJson(text);
  if (!isOfFormat(json)) return 'This file was not exported from Bellwether.';
  const parsed = exportedFileSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `This file cannot be imported. ${issue?.message ?? 'It is damaged'}.`;
  }
  return { file: parsed.data, responses: parsed.data.responses.map(describe) };
}

function isOfFormat(json: unknown): boolean {
  return (
    typeof json === 'object' && json !== null && 'format' in json && json.format === exportFormat
  );
}

function describe({ clientId, body, digest }: ExportedResponse, place: number): Exported {
  const isWhole = sha256(new TextEncoder().encode(body)) === digest;
  const response = isWhole ? responseInputSchema.safeParse(asJson(body)).data : undefined;
  return {
    key: `${place} ${clientId}`,
    respondentName: response?.respondentName ?? clientId,
    hotelName: response?.hotelName ?? '',
    completedAt: response?.completedAt ?? null,
    isDamaged: response === undefined,
  };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
