import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { surveySchema, type Survey } from '#domain/surveys/survey.ts';
import { call } from '#web/lib/api.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { readingsOf } from '#web/offline/readings/cached-query.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { whyFailed } from './notices/failure-words.ts';
import { toast } from './notices/toast.ts';

type Props = { variant?: 'filled' | 'default'; onMade?: (survey: Survey) => void };

/** Shows the button that makes a survey with ready-made questions, which can be asked at once. */
export function SampleSurveyButton({ variant = 'filled', onMade }: Props) {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  const isOnline = useIsOnline();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call({
        method: 'POST',
        path: '/api/surveys/sample',
        schema: surveySchema,
        requestKey: keyFor('sample'),
      }),
    onSuccess: async (survey) => {
      await client.invalidateQueries(readingsOf('/api/surveys'));
      toast.success('Survey created', `“${survey.title}” is active. You can ask it at once.`);
      onMade?.(survey);
    },
    onError: (error) => toast.error('Failed to create survey', whyFailed(error)),
  });
  return (
    <Button variant={variant} loading={isPending} disabled={!isOnline} onClick={() => mutate()}>
      {isOnline ? 'Start from a sample survey' : 'A sample survey needs a connection'}
    </Button>
  );
}
