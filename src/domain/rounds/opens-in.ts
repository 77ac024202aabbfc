import type { Stage } from '#domain/workflow/stages.ts';

/**
 * Returns why a round cannot be opened while its hotel is in this stage; null where it can (rule 152).
 * Only a round that asks again what failed is bound to its stage: devices look for such a round in that
 * stage alone.
 */
export function whyNotOpened(
  { asksAgain, stage }: { asksAgain: boolean; stage: Stage },
  hotelStage: Stage,
): string | null {
  return asksAgain && stage !== hotelStage
    ? `This round asks again what failed, so it opens in ${stage}. The hotel is in ${hotelStage}; move it first.`
    : null;
}
