import { mostReplaced } from '#domain/actions/exit-plan.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import type { ExitPlan } from '#web/offline/store/exit-plan-records.ts';

/**
 * Returns a new plan. If there is a former plan, the new one begins with its content and replaces it: the
 * server then uses the new plan instead.
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
