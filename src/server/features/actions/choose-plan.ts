import { sql } from 'kysely';

import type { PlanChoice } from '#domain/actions/exit-plan.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { lockActions } from '#server/db/plans/lock-actions.ts';
import { findWithActions } from '#server/db/plans/make-actions.ts';
import { joinItems, readItems } from '#server/db/plans/joined-plans.ts';
import { findLock } from '#server/db/rounds/round-lock.ts';
import { inScope } from '#server/db/people/scope.ts';
import { changePlanned, type Planned } from '#server/db/plans/take-plans.ts';
import { lockFor, type Db } from '#server/db/statements/transaction.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';

type Decider = { db: Db; person: Person; scope: Scope };

/**
 * Stores a person's decision that a plan holds for these findings, in which signed plans of its round differ
 * (rule 171). If an approval of the round made actions, it changes the open ones. The same decision sent again
 * changes nothing.
 *
 * The hotel is locked first, as when a plan is stored, so that nobody decides while another plan arrives.
 *
 * Throws 404 for a round that is not within scope, 400 for a plan that is not the round's, and 409 where no
 * signed plans differ.
 *
 * @returns the number of findings that were decided now, and the round's hotel
 */
export async function choosePlan(
  { db, person, scope }: Decider,
  roundId: number,
  { plan, questionKeys }: PlanChoice,
): Promise<{ hotelId: number; decided: number }> {
  const hotelId = await lockHotel(db, scope, roundId);
  await findLock(db, roundId);
  const items = await readItems(db, { roundId });
  const own = items.filter((item) => item.plan === plan);
  const isSigned = own.some((item) => item.isSigned);
  if (own.length === 0) throw invalid('plan', 'This round has no such plan');
  const joined = joinItems(items);
  const wanted = own.filter(
    ({ questionKey }) =>
      questionKeys.includes(questionKey) && joined.get(questionKey)?.decided !== plan,
  );
  const isDecidable = ({ questionKey }: (typeof own)[number]) => {
    const held = joined.get(questionKey);
    if (!held) return false;
    return held.decided !== null || Object.values(held.undecided).some((of) => of.includes(plan));
  };
  const isKnown = questionKeys.every((key) => own.some((item) => item.questionKey === key));
  if (!isKnown || !isSigned || !wanted.every(isDecidable))
    throw new ProblemError(
      'conflict',
      'No other signed plan differs here. Nothing is to be decided.',
    );
  if (wanted.length === 0) return { hotelId, decided: 0 };
  const ids = wanted.map(({ planId }) => planId);
  await db
    .updateTable('exitPlanItems')
    .set({ chosenAt: sql<string>`clock_timestamp()`, chosenBy: person.name })
    .where('planId', 'in', ids)
    .where('questionKey', '=', sql<string>`any(${wanted.map(({ questionKey }) => questionKey)})`)
    .execute();
  await changeToChosen({ db, person }, roundId, wanted);
  return { hotelId, decided: wanted.length };
}

async function lockHotel(db: Db, scope: Scope, roundId: number): Promise<number> {
  const hotel = await db
    .selectFrom('hotels')
    .select('id')
    .where('id', '=', sql<number>`(select hotel_id from rounds where id = ${roundId})`)
    .where(inScope(scope, 'hotels.id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!hotel) throw notFound('The round');
  return hotel.id;
}

/**
 * Changes the open actions of a round to what a person decided, in that person's name. It does so while the round
 * is reopened too, because the next approval does not take the round's plans again. The caller has locked the round.
 */
async function changeToChosen(
  { db, person: { id: byId, name: by } }: Pick<Decider, 'db' | 'person'>,
  roundId: number,
  items: readonly Omit<Planned, 'sources'>[],
): Promise<void> {
  const round = await findWithActions(db, roundId);
  if (!round) return;
  await lockFor(db, 'actions of cycle', round.cycleId);
  await lockActions(db, round);
  const source = { by, byId, heldAt: null, isNew: true };
  const sources = { what: source, owner: source, dueOn: source };
  await changePlanned(
    db,
    round.cycleId,
    items.map((item) => ({ ...item, sources })),
  );
}
