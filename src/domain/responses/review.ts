import { z } from 'zod';

import { largestId } from '#domain/identity.ts';
import type { SurveyResponse, ResponseDetail } from './response.ts';

/**
 * PUT /api/responses/{id}/review: what whoever looked at a flagged response decides. `accept` takes
 * it as it stands; `reassign` gives it to the hotel it belongs to. Either decides on its reasons
 * (docs/decisions/0007). 409 where somebody else has reviewed it, or nothing needs review; 400
 * where its hotel is not in doubt, or the chosen one is not there.
 */
export const reviewInputSchema = z.discriminatedUnion(
  'decision',
  [
    z.object({ decision: z.literal('accept') }),
    z.object({
      decision: z.literal('reassign'),
      hotelId: z.int('Choose a hotel').positive('Choose a hotel').max(largestId),
    }),
  ],
  'A review accepts or reassigns',
);
export type ReviewInput = z.infer<typeof reviewInputSchema>;

type Flagged = Pick<ResponseDetail, 'reviewReasons' | 'reviewedAt'>;

/** Does it still wait for somebody to look at it? Reviewed once, it never does again. */
export function needsReview({ reviewReasons, reviewedAt }: Flagged): boolean {
  return reviewReasons.length > 0 && reviewedAt === null;
}

/** Only what has no hotel any more, or came in for one not assigned, may belong to another. */
export function canReassign({
  hotelId,
  reviewReasons,
}: Pick<SurveyResponse, 'hotelId' | 'reviewReasons'>): boolean {
  return (
    hotelId === null ||
    reviewReasons.includes('hotel-deleted') ||
    reviewReasons.includes('hotel-not-assigned')
  );
}
