import { useMutation, useQueryClient } from '@tanstack/react-query';

import { responseDetailSchema, type ResponseDetail } from '#domain/responses/response.ts';
import type { ReviewInput } from '#domain/responses/review.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshResults } from './read-results.ts';

/**
 * Stores the decision on a flagged response. When someone else decided first, the screen then shows
 * who.
 */
export function useReview(
  { id, counts }: Pick<ResponseDetail, 'id' | 'counts'>,
  onDone: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (review: ReviewInput) =>
      call({
        method: 'PUT',
        path: `/api/responses/${id}/review`,
        body: review,
        schema: responseDetailSchema,
      }),
    onSuccess: ({ respondentName, hotelName }, { decision }) => {
      if (decision === 'accept')
        toast.success(
          'Response accepted',
          `The response of ${respondentName} ${counts ? 'stays as it is' : 'counts from now on'}.`,
        );
      else
        toast.success(
          'Response reassigned',
          `The response of ${respondentName} belongs to ${hotelName} now.`,
        );
      onDone();
    },
    onError: (error) => toast.failure('The review was not stored', error),
    onSettled: () => refreshResults(client),
  });
}
