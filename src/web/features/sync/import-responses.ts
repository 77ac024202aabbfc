import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';

import {
  importOutcomeSchema,
  type ExportedFile,
  type Imported,
  type ImportOutcome,
} from '#domain/sync/exported-file.ts';
import { call, detailOf } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { toast } from '#web/ui/toast.ts';

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
 * Returns a mutation that does {@link importFile} with a file that a person chose, and shows the
 * outcome.
 */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: importFile,
    onSuccess: ({ responses }) => {
      tellImported(responses);
      return client.invalidateQueries();
    },
    onError: (error) => toast.error('Import failed', detailOf(error)),
  });
}

/** Returns for example "12 stored, 1 refused." */
export function importedWords(responses: readonly Imported[]): string {
  const count = (outcome: ImportOutcome) =>
    responses.filter((one) => one.outcome === outcome).length;
  const words = [
    `${formatNumber(count('stored'))} stored`,
    count('present') > 0 && `${formatNumber(count('present'))} already there`,
    count('refused') > 0 && `${formatNumber(count('refused'))} refused`,
  ];
  return `${words.filter(Boolean).join(', ')}.`;
}

export function tellImported(responses: readonly Imported[]): void {
  const message = importedWords(responses);
  if (responses.some(({ outcome }) => outcome === 'refused'))
    toast.error('Import completed with issues', message);
  else toast.success('Import successful', message);
}
