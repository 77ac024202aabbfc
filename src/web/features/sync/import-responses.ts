import { useMutation, useQueryClient } from '@tanstack/react-query';

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
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: ExportedFile) =>
      call({
        method: 'POST',
        path: '/api/responses/import',
        body: file,
        schema: importOutcomeSchema,
      }),
    onSuccess: ({ responses }) => {
      tell(responses);
      return client.invalidateQueries();
    },
    onError: (error) => toast.error('Import failed', detailOf(error)),
  });
}

function tell(responses: readonly Imported[]): void {
  const count = (outcome: ImportOutcome) =>
    responses.filter((one) => one.outcome === outcome).length;
  const words = [
    `${formatNumber(count('stored'))} stored`,
    count('present') > 0 && `${formatNumber(count('present'))} already there`,
    count('refused') > 0 && `${formatNumber(count('refused'))} refused`,
  ];
  const message = `${words.filter(Boolean).join(', ')}.`;
  if (count('refused') > 0) toast.error('Import completed with issues', message);
  else toast.success('Import successful', message);
}

export function responseCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'response' : 'responses'}`;
}
