import { newRequestKey } from '#web/lib/api.ts';
import type { ExitPlan } from '#web/offline/exit-plan-records.ts';

/** Returns a plan without a word. It begins with what the former plan said of the same findings. */
export function newPlan(
  about: Pick<ExitPlan, 'hotelId' | 'hotelName' | 'kind' | 'roundId'>,
  former?: ExitPlan,
): ExitPlan {
  const { items = {}, people = [] } = former ?? {};
  return { ...about, clientId: newRequestKey(), items, people, startedAt: Date.now() };
}
