import { mostReplaced } from '#domain/actions/exit-plan.ts';
import { newRequestKey } from '#web/lib/api.ts';
import type { ExitPlan } from '#web/offline/exit-plan-records.ts';

/**
 * Returns a plan without a word. It begins with what the former plan said of the same findings, and goes on
 * from there: the server lets it hold in the former one's place.
 */
export function newPlan(
  about: Pick<ExitPlan, 'hotelId' | 'hotelName' | 'kind' | 'roundId'>,
  former?: ExitPlan,
): ExitPlan {
  const { items = {}, people = [] } = former ?? {};
  const replaces = former && [...(former.replaces ?? []), former.clientId].slice(-mostReplaced);
  return {
    ...{ ...about, clientId: newRequestKey(), items, people, startedAt: Date.now() },
    ...(replaces && { replaces }),
  };
}
