/**
 * Joining the plans of exit meetings (rule 171, docs/decisions/0073)
 * ===================================================================
 *
 * The problem. Two devices make a plan for the same round without a connection. The plans arrive in any
 * order, and no plan's words may be lost without anybody noticing.
 *
 * The idea. Plans are joined by finding, and within a finding by field. Each field gets its value from one
 * plan. We say that this plan "holds" for the field.
 *
 * | the plans that have a value for the field  | the plan that holds                                    |
 * | ------------------------------------------ | ------------------------------------------------------ |
 * | a person decided for one of them           | that one                                               |
 * | one is signed, the others are not          | the signed one                                         |
 * | several are signed, with the same value    | the first one; there is nothing to decide              |
 * | several are signed, with different values  | the one that was held first, until a person decides    |
 * | none is signed                             | the one whose field was edited last                    |
 *
 * 1. A plan that another one replaces is left out: the maker of the later plan saw it and continued from it.
 *    An unsigned plan does not replace a signed one.
 * 2. A plan that leaves a field empty has no value for it, so another plan can fill the field.
 * 3. A default day, which nobody chose, is ignored when another plan has a day that somebody chose.
 *
 * What would break if you changed it. The plans arrive in any order, and the result must always be the same.
 * So each comparison ends with the client ids, which differ.
 */

export const planFields = ['what', 'owner', 'dueOn'] as const;
export type PlanField = (typeof planFields)[number];

/** What a plan says about one finding. `O` is the type in which the caller represents an owner. */
export type ItemToJoin<O> = {
  what: string;
  owner: O | null;
  dueOn: string;
  /** When each field was edited, in milliseconds since 1970. A field that has its default is left out. */
  edited: Readonly<Partial<Record<PlanField, number>>>;
  /** When a person decided for this plan, in milliseconds since 1970. */
  chosenAt?: number | null;
};

export type PlanToJoin<O> = {
  clientId: string;
  /** When the meeting was held, in milliseconds since 1970. */
  heldAt: number;
  isSigned: boolean;
  /** The client ids of the earlier plans that this plan continues from and replaces. */
  replaces: readonly string[];
  /** The items, by the question's key. */
  items: ReadonlyMap<string, ItemToJoin<O>>;
};

/** The value of a field, and the client id of the plan that holds for it. */
export type Held<V> = { value: V; from: string };

export type JoinedItem<O> = {
  what: Held<string>;
  owner: Held<O | null>;
  dueOn: Held<string>;
  /**
   * The fields in which signed plans differ and nobody has decided, each with the client ids of these plans.
   */
  undecided: Readonly<Partial<Record<PlanField, readonly string[]>>>;
  /** The client id of the plan for which a person decided. */
  decided: string | null;
};

/**
 * Returns the joined item of each finding, by the question's key.
 *
 * @param nameOf returns a name for an owner: two owners with the same name count as the same
 */
export function joinPlans<O>(
  plans: readonly PlanToJoin<O>[],
  nameOf: (owner: O) => string,
): Map<string, JoinedItem<O>> {
  const once = new Map(plans.map((plan) => [plan.clientId, plan]));
  const sorted = [...once.values()].toSorted(byMeeting);
  const keys = new Set(sorted.flatMap(({ items }) => [...items.keys()]));
  return new Map([...keys].map((key) => [key, joinItem(sorted, key, nameOf)]));
}

type Saying<O> = { plan: PlanToJoin<O>; item: ItemToJoin<O> };

function joinItem<O>(
  plans: readonly PlanToJoin<O>[],
  key: string,
  nameOf: (owner: O) => string,
): JoinedItem<O> {
  const all = plans.flatMap((plan): Saying<O>[] => {
    const item = plan.items.get(key);
    return item ? [{ plan, item }] : [];
  });
  const sayings = all.filter(({ plan }) => all.every((other) => !isReplaced(plan, other.plan)));
  const chosen = latest(
    sayings.filter(({ item }) => typeof item.chosenAt === 'number'),
    ({ item }) => item.chosenAt ?? 0,
  );
  const undecided: Partial<Record<PlanField, readonly string[]>> = {};
  const holder = (field: PlanField): Saying<O> => {
    const { held, rivals } = holderOf(sayings, chosen, field, (item) => said(item, field, nameOf));
    if (rivals.length > 0) undecided[field] = rivals;
    return held;
  };
  const of = <F extends PlanField>(field: F): Held<ItemToJoin<O>[F]> => {
    const { plan, item } = holder(field);
    return { value: item[field], from: plan.clientId };
  };
  return {
    ...{ what: of('what'), owner: of('owner'), dueOn: of('dueOn') },
    ...{ undecided, decided: chosen?.plan.clientId ?? null },
  };
}

/**
 * Returns the plan that holds for a field. `rivals` are the signed plans that differ while nobody has decided.
 */
function holderOf<O>(
  sayings: readonly Saying<O>[],
  chosen: Saying<O> | undefined,
  field: PlanField,
  valueOf: (item: ItemToJoin<O>) => string,
): { held: Saying<O>; rivals: readonly string[] } {
  const [first] = sayings;
  if (!first) throw new Error('No plan says anything about this finding.');
  const speaking = sayings.filter(({ item }) => valueOf(item) !== '');
  if (chosen && speaking.includes(chosen)) return { held: chosen, rivals: [] };
  const signed = edited(
    speaking.filter(({ plan }) => plan.isSigned),
    field,
  );
  const [held] = signed;
  if (held) {
    const differ = new Set(signed.map(({ item }) => valueOf(item))).size > 1;
    return { held, rivals: differ ? signed.map(({ plan }) => plan.clientId) : [] };
  }
  const last = latest(edited(speaking, field), ({ item }) => item.edited[field] ?? 0);
  return { held: last ?? first, rivals: [] };
}

/** Leaves out the plans that have only the default in this field, unless all of them have. */
function edited<O>(sayings: readonly Saying<O>[], field: PlanField): readonly Saying<O>[] {
  const some = sayings.filter(({ item }) => item.edited[field] !== undefined);
  return some.length > 0 ? some : sayings;
}

/**
 * Returns the text by which two values of a field are compared. Empty when the plan has no value.
 */
function said<O>(item: ItemToJoin<O>, field: PlanField, nameOf: (owner: O) => string): string {
  if (field !== 'owner') return item[field].trim();
  return item.owner === null ? '' : nameOf(item.owner);
}

/**
 * Returns the one with the latest moment. If several have the same moment, returns the one of the latest
 * meeting.
 */
function latest<O>(
  sayings: readonly Saying<O>[],
  momentOf: (saying: Saying<O>) => number,
): Saying<O> | undefined {
  return sayings.toSorted((one, other) => momentOf(one) - momentOf(other)).at(-1);
}

function isReplaced(plan: PlanToJoin<unknown>, by: PlanToJoin<unknown>): boolean {
  return (
    by.replaces.includes(plan.clientId) &&
    (by.isSigned || !plan.isSigned) &&
    byMeeting(plan, by) < 0
  );
}

function byMeeting(one: PlanToJoin<unknown>, other: PlanToJoin<unknown>): number {
  if (one.heldAt !== other.heldAt) return one.heldAt - other.heldAt;
  return one.clientId < other.clientId ? -1 : one.clientId > other.clientId ? 1 : 0;
}
