import { z } from 'zod';

import { largestId } from '#domain/identity.ts';
import type { SurveyResponse, ResponseDetail } from './response.ts';

/**
 * The body of PUT /api/responses/{id}/review, with which a person decides on a flagged response.
 * `accept` leaves it with its hotel; `reassign` moves it to the hotel it belongs to. Either one
 * decides on all its review reasons (docs/decisions/0007). Returns 409 when somebody else has
 * reviewed it, or nothing needs review. Returns 400 when its hotel is not in doubt, or the chosen
 * hotel does not exist.
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

/** Returns whether the response still needs a review. Once reviewed, it never needs one again. */
export function needsReview({ reviewReasons, reviewedAt }: Flagged): boolean {
  return reviewReasons.length > 0 && reviewedAt === null;
}

/**
 * Returns whether the response may be moved to another hotel: only if its hotel is deleted or was
 * not assigned to the sender.
 */
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
