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

/** Stores what a file holds. Safe to repeat: each response knows its own name. */
export function importFile(file: ExportedFile): Promise<z.infer<typeof importOutcomeSchema>> {
  return call({
    method: 'POST',
    path: '/api/responses/import',
    body: file,
    schema: importOutcomeSchema,
  });
}

/** {@link importFile} of a file that a person chose, and what is said of it. */
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

/** "12 stored, 1 refused." */
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
