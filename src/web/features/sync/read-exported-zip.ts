import { unzipSync } from 'fflate';

import {
  exportedEvidenceSchema,
  filesFolder,
  largestExport,
  largestZip,
  responsesName,
  type ExportedEvidence,
} from '#domain/sync/exported-file.ts';
import {
  exportedPlanSchema,
  mostExportedPlans,
  plansFolder,
  type ExportedPlan,
} from '#domain/sync/exported-plan.ts';
import { largestFile, mostFiles } from '#domain/responses/further-fields.ts';
import { megabytes } from '#web/lib/chosen-file.ts';
import { sha256 } from '#web/lib/sha256.ts';
import type { ReadEvidence } from './read-exported-file.ts';

/** The content of a ZIP from "Export". */
export type ReadZip = { responses: string | null; evidence: ReadEvidence[]; plans: ExportedPlan[] };

const describedName = new RegExp(`^${filesFolder}[\\w-]{8,100}\\.json$`);
const planName = new RegExp(`^${plansFolder}[\\w-]{8,100}\\.json$`);
/** The most bytes that the description of one file may have. */
const largestDescription = 20_000;

/**
 * Returns what is in the ZIP or, in words, why it cannot be imported. The ZIP is in memory as a
 * whole, and each file is taken out of it only when it is sent.
 */
export async function readExportedZip(chosen: File): Promise<ReadZip | string> {
  if (chosen.size > largestZip) return `A ZIP can have up to ${megabytes(largestZip)} MB.`;
  const zip = new Uint8Array(await chosen.arrayBuffer());
  const names: string[] = [];
  const read = (path: string, largest: number) =>
    unzipSync(zip, {
      filter: ({ name, originalSize }) => name === path && originalSize <= largest,
    })[path];
  const text = (path: string, largest: number) => {
    const bytes = read(path, largest);
    return bytes ? new TextDecoder().decode(bytes) : null;
  };
  try {
    unzipSync(zip, { filter: ({ name }) => (names.push(name), false) });
    const described = names.filter((name) => describedName.test(name)).slice(0, mostFiles);
    const responses = text(responsesName, largestExport);
    const evidence = described.flatMap((name): ReadEvidence[] => {
      const about = exportedEvidenceSchema.safeParse(asJson(text(name, largestDescription))).data;
      if (!about || name !== `${filesFolder}${about.fileId}.json`) return [];
      return [{ about, read: () => bytesOf(about) }];
    });
    const planNames = names.filter((name) => planName.test(name)).slice(0, mostExportedPlans);
    const plans = planNames.flatMap((name): ExportedPlan[] => {
      const plan = exportedPlanSchema.safeParse(asJson(text(name, largestExport))).data;
      return plan && name === `${plansFolder}${plan.planId}.json` ? [plan] : [];
    });
    if (responses === null && evidence.length + plans.length === 0)
      return 'This file was not exported from Bellwether.';
    return { responses, evidence, plans };
  } catch {
    return 'This ZIP is damaged.';
  }

  function bytesOf({ fileId, digest }: ExportedEvidence) {
    const path = `${filesFolder}${fileId}`;
    const bytes = read(path, largestFile);
    if (!bytes || sha256(bytes) !== digest) return null;
    const thumbnail = read(`${path}.thumbnail`, largestFile);
    return { bytes: bufferOf(bytes), thumbnail: thumbnail ? bufferOf(thumbnail) : null };
  }
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function asJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
