import { useMutation, useQueryClient } from '@tanstack/react-query';

import { questionSchema, type Question } from '#domain/surveys/question.ts';
import { call, isOutdated } from '#web/lib/api.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { refreshSurvey } from '#web/features/surveys/read-surveys.ts';

import { putQuestion } from './arrange-questions.ts';
import type { QuestionFields } from './question-wizard.ts';
import { oneAfterAnother, showQuestions } from './question-writes.ts';

/** Creates a question with its options, or saves the given one, in one call. */
export function useSaveQuestion(surveyId: number, question: Question | undefined) {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  return useMutation({
    scope: oneAfterAnother(surveyId),
    mutationFn: (fields: QuestionFields) => {
      if (question)
        return call({
          method: 'PUT',
          path: `/api/questions/${question.id}`,
          body: fields,
          schema: questionSchema,
        });
      const body = { surveyId, ...fields };
      return call({
        method: 'POST',
        path: '/api/questions',
        body,
        schema: questionSchema,
        requestKey: keyFor(body),
      });
    },
    onSuccess: (stored) => {
      showQuestions(client, surveyId, (shown) => putQuestion(shown, stored));
      void refreshSurvey(client, surveyId);
      toast.success(question ? 'Question updated' : 'Question created');
    },
    onError: (error) => {
      if (isOutdated(error)) void refreshSurvey(client, surveyId);
    },
  });
}
