import fc from 'fast-check';
import { expect, test } from 'vitest';

import { joinPlans, planFields, type ItemToJoin, type PlanToJoin } from './join-plans.ts';

type Plan = PlanToJoin<string>;
const join = (...plans: Plan[]) => joinPlans(plans, (name) => name);
const anItem = (more: Partial<ItemToJoin<string>> = {}): ItemToJoin<string> => ({
  ...{ what: '', owner: null, dueOn: '2031-02-03', edited: {} },
  ...more,
});
let made = 0;
const aPlan = (item: Partial<ItemToJoin<string>>, more: Partial<Plan> = {}): Plan => ({
  ...{ clientId: `plan-${(made += 1)}`, heldAt: 10, isSigned: false, replaces: [] },
  items: new Map([['code:A', anItem(item)]]),
  ...more,
});
const heldIn = (...plans: Plan[]) => {
  const held = join(...plans).get('code:A')!;
  return [held.what.value, held.owner.value, held.dueOn.value];
};

test('each field holds what was edited last, and an empty one is no edit', () => {
  const one = aPlan({ what: 'Paint', owner: 'Ana', edited: { what: 5, owner: 5, dueOn: 9 } });
  const other = aPlan({ what: 'Repair', dueOn: '2031-05-06', edited: { what: 6, dueOn: 8 } });
  expect(heldIn(one, other)).toEqual(['Repair', 'Ana', '2031-02-03']);
});

test('a finding of one plan alone stays as it is', () => {
  const other = aPlan({}, { items: new Map([['code:B', anItem({ what: 'Sweep' })]]) });
  const joined = join(aPlan({ what: 'Paint' }), other);
  expect(joined.get('code:A')?.what.value).toBe('Paint');
  expect(joined.get('code:B')?.what.value).toBe('Sweep');
  expect(joined.size).toBe(2);
});

test('a day that somebody chose goes before one that nobody chose', () => {
  const chosen = aPlan({ dueOn: '2031-05-06', edited: { dueOn: 1 } }, { heldAt: 1 });
  expect(heldIn(chosen, aPlan({}))[2]).toBe('2031-05-06');
});

test('what is signed holds, and is filled by what is not', () => {
  const signed = aPlan({ what: 'Paint', edited: { what: 1 } }, { isSigned: true });
  const later = aPlan({ what: 'Repair', owner: 'Bo', edited: { what: 9, owner: 9 } });
  expect(heldIn(signed, later)).toEqual(['Paint', 'Bo', '2031-02-03']);
});

test('of two signed ones that differ the first holds until somebody decides', () => {
  const first = aPlan({ what: 'Paint', edited: { what: 1 } }, { isSigned: true, heldAt: 1 });
  const second = aPlan({ what: 'Repair', edited: { what: 2 } }, { isSigned: true, heldAt: 2 });
  const held = join(second, first).get('code:A')!;
  expect(held).toMatchObject({ what: { value: 'Paint' }, decided: null });
  expect(held.undecided).toEqual({ what: [first.clientId, second.clientId] });
  const item = anItem({ what: 'Repair', edited: { what: 2 }, chosenAt: 7 });
  const chosen = { ...second, items: new Map([['code:A', item]]) };
  const after = join(first, chosen).get('code:A')!;
  expect(after).toMatchObject({ what: { value: 'Repair' }, decided: second.clientId });
  expect(after.undecided).toEqual({});
});

test('two signed plans that say the same need no decision', () => {
  const same = { what: 'Paint', owner: 'Ana', edited: { what: 1, owner: 1 } };
  const both = [1, 2].map((heldAt) => aPlan(same, { isSigned: true, heldAt }));
  expect(join(...both).get('code:A')?.undecided).toEqual({});
});

test('a plan that another one goes on from is left out, but no signed one for an unsigned one', () => {
  const former = aPlan({ what: 'Paint', edited: { what: 1 } }, { isSigned: true, heldAt: 1 });
  const next = { heldAt: 2, replaces: [former.clientId] };
  const edit = { what: 'Repair', edited: { what: 2 } };
  const signed = join(former, aPlan(edit, { ...next, isSigned: true })).get('code:A')!;
  expect([signed.what.value, signed.undecided]).toEqual(['Repair', {}]);
  expect(heldIn(former, aPlan(edit, next))[0]).toBe('Paint');
});

const moment = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined });
const item = fc
  .record({
    what: fc.constantFrom('', 'Paint', 'Repair'),
    owner: fc.constantFrom(null, 'Ana', 'Bo'),
    dueOn: fc.constantFrom('2031-02-03', '2031-05-06'),
    edited: fc.record({ what: moment, owner: moment, dueOn: moment }),
    chosenAt: fc.constantFrom(null, null, null, 1, 2),
  })
  .map(({ edited, ...rest }) => ({
    ...rest,
    edited: Object.fromEntries(Object.entries(edited).filter(([, at]) => at !== undefined)),
  }));
const plans = fc
  .array(
    fc.record({
      heldAt: fc.integer({ min: 0, max: 3 }),
      isSigned: fc.boolean(),
      replaces: fc.subarray(['plan-0', 'plan-1', 'plan-2', 'plan-3']),
      items: fc
        .dictionary(fc.constantFrom('code:A', 'code:B'), item)
        .map((of) => new Map(Object.entries(of))),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map((one, at): Plan => ({ ...one, clientId: `plan-${at}` })));
const shuffled = plans.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
);
const tell = (all: readonly Plan[]) =>
  [...join(...all)].toSorted(([one], [other]) => one.localeCompare(other));

test('the order in which plans arrive makes no difference', () => {
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      expect(tell(other)).toEqual(tell(all));
    }),
  );
});

test('a plan that arrives twice makes no difference', () => {
  fc.assert(
    fc.property(plans, (all) => {
      expect(tell([...all, ...all])).toEqual(tell(all));
    }),
  );
});

test('nothing is lost without a reason, and what holds was said by a plan', () => {
  fc.assert(
    fc.property(plans, (all) => {
      for (const [key, held] of join(...all))
        for (const field of planFields) {
          const { value, from } = held[field];
          const holder = all.find(({ clientId }) => clientId === from)!;
          expect(holder.items.get(key)?.[field]).toBe(value);
          for (const plan of all) {
            const own = plan.items.get(key);
            const isHeld = !own || own[field] === null || own[field] === '' || own[field] === value;
            if (isHeld) continue;
            const at = (one: Plan) => one.items.get(key)?.edited[field] ?? -1;
            const isReplaced = all.some(
              (one) => one.items.has(key) && one.replaces.includes(plan.clientId),
            );
            const reason =
              held.decided === from ||
              held.undecided[field]?.includes(plan.clientId) === true ||
              (holder.isSigned && (!plan.isSigned || at(plan) === -1)) ||
              (!holder.isSigned && !plan.isSigned && at(holder) >= at(plan)) ||
              isReplaced;
            expect(reason).toBe(true);
          }
        }
    }),
  );
});
