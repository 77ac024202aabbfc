import { planFields } from '#domain/actions/join-plans.ts';
import type { PlanItem } from '#web/offline/store/exit-plan-records.ts';

/**
 * Returns an item of a plan with some fields changed, and with the moment of each change. The server needs the
 * moments to join the plans of several devices.
 *
 * @param now milliseconds since 1970
 */
export function editItem(
  item: PlanItem | undefined,
  part: Omit<PlanItem, 'at'>,
  now: number,
): PlanItem {
  const edited = planFields.filter((field) => field in part).map((field) => [field, now] as const);
  return { ...item, ...part, at: { ...item?.at, ...Object.fromEntries(edited) } };
}
