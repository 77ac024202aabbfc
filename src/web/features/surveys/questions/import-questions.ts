import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import {
  largestQuestionImport,
  questionImportFormats,
  questionImportSchema,
  importSentence,
} from '#domain/surveys/question-import.ts';
import { isOutdated } from '#web/lib/api.ts';
import { acceptOf, refusalOf } from '#web/lib/chosen-file.ts';
import { sha256 } from '#web/lib/sha256.ts';
import { isPerhapsDone, upload } from '#web/lib/upload.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyNotTaken } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshSurvey } from '#web/features/surveys/read-surveys.ts';

import { oneAfterAnother } from './question-writes.ts';

type Chosen = { file: File; requestKey: string };

const taken = { formats: questionImportFormats, largest: largestQuestionImport };
export const importedFiles = acceptOf(taken);

/** Imports a workbook's questions: it asks first, and shows the progress, the refused rows and what was not read. */
export function useImportQuestions(surveyId: number) {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  // Part of the request key. Choosing the same file again repeats an import that did not arrive,
  // and starts a new import after one that did.
  const arrived = useRef(0);
  const abort = useRef<AbortController>(null);
  const [sent, setSent] = useState(0);
  const { mutate, isPending, variables, data, reset } = useMutation({
    scope: oneAfterAnother(surveyId),
    mutationFn: ({ file, requestKey }: Chosen) => {
      abort.current = new AbortController();
      return upload({
        path: `/api/surveys/${surveyId}/questions/import`,
        file,
        schema: questionImportSchema,
        requestKey,
        onProgress: setSent,
        signal: abort.current.signal,
      });
    },
    onMutate: () => setSent(0),
    onSuccess: ({ message, results }) => {
      arrived.current += 1;
      if (results.errors.length === 0) toast.success('Import Successful', message);
      else toast.error('Import Completed with Errors', importSentence(results));
      return refreshSurvey(client, surveyId);
    },
    onError: (error) => {
      tellFailure(error);
      if (isOutdated(error) || isPerhapsDone(error)) void refreshSurvey(client, surveyId);
    },
  });
  return {
    /** The file that is being sent. `sent` is the share that was sent, from 0 to 1. */
    file: isPending ? variables.file : undefined,
    sent,
    badRows: data?.results.errors ?? [],
    imported: data?.results.success ?? 0,
    refusedRows: data?.refusedRows ?? null,
    unread: {
      unreadColumns: data?.unreadColumns ?? [],
      unreadSheets: data?.unreadSheets ?? [],
    },
    fileName: variables?.file.name ?? '',
    choose: async (given: File) => {
      const chosen = await readOnce(given);
      if ('refusal' in chosen) return toast.error('Import Failed', failedBecause(chosen.refusal));
      const { file, digest } = chosen;
      if (await isSure(file))
        mutate({ file, requestKey: keyFor([surveyId, digest, arrived.current]) });
    },
    giveUp: () => abort.current?.abort(),
    reset,
  };
}

function isSure({ name }: File): Promise<boolean> {
  return confirm({
    title: `Import ${name}`,
    message: 'This will import questions from the Excel file. Continue?',
    confirmLabel: 'Import questions',
  });
}

/**
 * Reads the file into memory, so that later changes on the disk do not matter. Or returns why it
 * cannot be sent.
 */
async function readOnce(file: File): Promise<{ file: File; digest: string } | { refusal: string }> {
  const refusal = refusalOf(file, taken);
  if (refusal) return { refusal };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { file: new File([bytes], file.name, { type: file.type }), digest: sha256(bytes) };
  } catch {
    return { refusal: 'It cannot be read. Please choose it again' };
  }
}

function tellFailure(error: Error): void {
  if (error.name === 'AbortError')
    return toast.error(
      'Import Cancelled',
      'If the file had arrived already, its questions are imported all the same.',
    );
  toast.error('Import Failed', failedBecause(whyNotTaken(error)));
}

function failedBecause(reason: string): string {
  return `Failed to import questions from file: ${reason}`;
}
