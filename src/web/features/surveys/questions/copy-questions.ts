import { useMutation, useQueryClient } from '@tanstack/react-query';

import { questionsCopiedSchema, type QuestionCopy } from '#domain/surveys/question-copy.ts';
import { call, isOutdated } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshSurvey } from '#web/features/surveys/read-surveys.ts';

import { oneAfterAnother } from './question-writes.ts';

/** Copies questions of another survey to this one. */
export function useCopyQuestions(surveyId: number) {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  return useMutation({
    scope: oneAfterAnother(surveyId),
    mutationFn: (input: QuestionCopy & { turn: number }) => {
      const { turn: _, ...body } = input;
      return call({
        method: 'POST',
        path: `/api/surveys/${surveyId}/questions/copy`,
        body,
        schema: questionsCopiedSchema,
        // `turn` counts the openings of the dialog, so that the next opening can copy the same questions again.
        requestKey: keyFor(input),
      });
    },
    onSuccess: ({ copied, refused }) => {
      const words = `${countWords(copied, 'question')} copied.`;
      if (refused.length === 0) toast.success('Questions copied', words);
      else toast.error('Some questions were not copied', words);
      return refreshSurvey(client, surveyId);
    },
    onError: (error) => {
      toast.error('Failed to copy questions', whyFailed(error));
      if (isOutdated(error)) void refreshSurvey(client, surveyId);
    },
  });
}
