import type { Person, Scope } from '#domain/people/person.ts';
import { daysIn } from '#domain/time-zone.ts';
import { mostWaivers, type NewWaiver } from '#domain/waivers/waiver.ts';
import { lockHotel } from '#server/db/rounds/lock-hotel.ts';
import { waiveActions } from '#server/db/plans/waive-actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import { applyWaiver } from './apply-waiver.ts';
import * as queries from './queries.ts';

type Granter = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: Person;
  scope: Scope;
  hotelId: number;
};

type Granted = { id: number; isNew: boolean; revised: number };

/**
 * Grants a waiver. The hotel's row is locked, so of two waivers of the same question that are granted
 * at once, the second is refused. The same `clientId` sent again stores nothing.
 */
export async function grantWaiver(
  { deps, db, person, scope, hotelId }: Granter,
  waiver: NewWaiver,
): Promise<Granted> {
  if (!(await lockHotel(db, scope, hotelId))) throw notFound('The hotel');
  const { clientId, questionKey, reason, validFrom, validTo, roundId } = waiver;
  const first = await queries.findByClientId(db, clientId);
  if (first) {
    if (first.hotelId !== hotelId || !isSame(first, waiver))
      throw new ProblemError(
        'same-key-other-content',
        'Another waiver is stored under this client id.',
      );
    return { id: first.id, isNew: false, revised: 0 };
  }
  const today = daysIn(deps.config.timeZone).dayOf(deps.now());
  if (validTo < today) throw invalid('validTo', 'This day is over');
  if (!(await queries.findQuestions(db, [questionKey])).has(questionKey))
    throw invalid('questionKey', 'No question has this key any more; choose another');
  const other = await queries.findOverlapping(db, hotelId, waiver);
  if (other)
    throw invalid(
      'validFrom',
      `This question is waived here already from ${inWords(other.validFrom)} to ${inWords(other.validTo)}`,
    );
  if ((await queries.countWaivers(db, hotelId)) >= mostWaivers)
    throw new ProblemError('conflict', `A hotel can have ${mostWaivers} waivers.`);
  const id = await queries.insertWaiver(db, {
    ...{ clientId, hotelId, questionKey, reason, validFrom, validTo, grantedById: person.id },
  });
  const revised =
    roundId === undefined ? 0 : await applyWaiver({ deps, db, person, hotelId, roundId }, waiver);
  if (validFrom <= today) await waiveActions(db, { hotelId, questionKey, reason });
  return { id, isNew: true, revised };
}

type Content = Pick<NewWaiver, 'questionKey' | 'validFrom' | 'validTo' | 'reason'>;

function isSame(one: Content, other: Content): boolean {
  return (
    one.questionKey === other.questionKey &&
    one.validFrom === other.validFrom &&
    one.validTo === other.validTo &&
    one.reason === other.reason
  );
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a calendar day as "12 Mar 2026". */
function inWords(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
