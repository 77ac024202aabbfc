import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';

import {
  importOutcomeSchema,
  type ExportedFile,
  type Imported,
  type ImportOutcome,
} from '#domain/sync/exported-file.ts';
import { call, isOutdated } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { importPlan, planWords, type ImportedPlan } from './import-plans.ts';
import { evidenceWords, importEvidence, type ImportedEvidence } from './import-evidence.ts';
import type { ReadFile } from './read-exported-file.ts';

/** Stores the responses of a file. Safe to repeat, because each response has its client id. */
export function importFile(file: ExportedFile): Promise<z.infer<typeof importOutcomeSchema>> {
  return call({
    method: 'POST',
    path: '/api/responses/import',
    body: file,
    schema: importOutcomeSchema,
  });
}

/**
 * Imports the responses first, then the exit plans, and then each file of evidence. The signatures of a plan
 * that nobody has agreed stay on this device with the plan.
 */
async function importAll({ file, evidence = [], plans: all = [] }: ReadFile) {
  const { responses } = file ? await importFile(file) : { responses: [] };
  const plans: ImportedPlan[] = [];
  const drafts = new Set<string>();
  for (const plan of all) {
    if (!plan.agreed) drafts.add(plan.planId);
    const its = evidence.filter(({ about }) => about.interview === plan.planId);
    plans.push(await importPlan(plan, its));
  }
  const files: ImportedEvidence[] = [];
  for (const { about, read } of evidence.filter((one) => !drafts.has(one.about.interview))) {
    const { fileId, interview, takenAt, owner, ...rest } = about;
    const described = {
      ...rest,
      ...{ clientId: fileId, interviewId: interview, takenAt: Date.parse(takenAt) },
    };
    const bytes = read();
    const damaged = {
      fileId,
      name: rest.name,
      outcome: 'refused',
      refusal: 'It is damaged.',
    } as const;
    files.push(bytes ? await importEvidence(described, bytes, owner.id) : damaged);
  }
  return { responses, files, plans };
}

/**
 * Returns a mutation that imports a file that a person chose, with its evidence, and shows the
 * outcome.
 */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: importAll,
    onSuccess: (imported) => {
      tellImported(imported);
      return client.invalidateQueries();
    },
    onError: (error) => {
      toast.failure('Import failed', error);
      if (isOutdated(error)) void client.invalidateQueries();
    },
  });
}

/** Returns for example "12 stored, 1 refused." */
function importedWords(responses: readonly Imported[]): string {
  const count = (outcome: ImportOutcome) =>
    responses.filter((one) => one.outcome === outcome).length;
  const words = [
    `${formatNumber(count('stored'))} stored`,
    count('present') > 0 && `${formatNumber(count('present'))} already there`,
    count('refused') > 0 && `${formatNumber(count('refused'))} refused`,
  ];
  return `${words.filter(Boolean).join(', ')}.`;
}

type ImportedAll = {
  responses: readonly Imported[];
  files: readonly ImportedEvidence[];
  plans?: readonly ImportedPlan[];
};

/** Returns for example "12 stored. 5 files are on the server." */
export function importedInWords({ responses, files, plans = [] }: ImportedAll): string {
  const hasResponses = responses.length > 0 || files.length + plans.length === 0;
  return [hasResponses && importedWords(responses), planWords(plans), evidenceWords(files)]
    .filter(Boolean)
    .join(' ');
}

/** Shows the outcome of an import. */
export function tellImported(imported: ImportedAll): void {
  const message = importedInWords(imported);
  const { responses, files, plans = [] } = imported;
  if ([...responses, ...files, ...plans].some(({ outcome }) => outcome === 'refused'))
    toast.error('Import completed with issues', message);
  else toast.success('Import successful', message);
}
