import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { hotelImportSchema, type HotelImport } from '#domain/hotels/hotel-import.ts';
import { isOutdated } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import { upload } from '#web/lib/upload.ts';
import { whyNotTaken } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshHotels } from './read-hotels.ts';

const path = '/api/hotels/import';

/**
 * A chosen file. Its bytes are read once, so that the import uses the same bytes as the preview.
 */
export type ChosenFile = { file: File; requestKey: string };

/** Copies the file into memory. Rejects when the file can no longer be read. */
export async function chooseFile(file: File): Promise<ChosenFile> {
  const copy = new File([await file.arrayBuffer()], file.name, { type: file.type });
  return { file: copy, requestKey: newRequestKey() };
}

/** Asks the server what an import of the file would do. */
export function usePreview() {
  return useMutation({
    mutationFn: ({ file }: ChosenFile) =>
      upload({
        path: `${path}?preview=1`,
        file,
        schema: hotelImportSchema,
        requestKey: newRequestKey(),
        onProgress: () => undefined,
      }),
  });
}

/** Imports a file. The import continues when the dialog closes, and a toast shows its outcome. */
export function useImport() {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const mutation = useMutation({
    mutationFn: ({ file, requestKey }: ChosenFile) =>
      upload({ path, file, schema: hotelImportSchema, requestKey, onProgress: setSent }),
    onMutate: () => setSent(0),
    onSuccess: (outcome) => {
      tellOutcome(outcome);
      return refreshHotels(client);
    },
    onError: (error) => {
      toast.error('Import failed', whyNotTaken(error, 'Unknown error'));
      if (isOutdated(error)) void refreshHotels(client);
    },
  });
  return { ...mutation, sent };
}

const shownErrors = 3;

function tellOutcome({ success, refused, errors }: HotelImport): void {
  const imported = `${countWords(success, 'hotel')} imported`;
  if (refused === 0) return toast.success('Import successful', `${imported}.`);
  const lines = errors.slice(0, shownErrors).map(({ row, error }) => `Row ${row}: ${error}`);
  toast.error(
    'Import completed with issues',
    [`${imported}, ${countWords(refused, 'error')}.`, ...lines].join('\n'),
  );
}
