import type { ActionCounts } from '#domain/actions/action.ts';
import { can, scopeOf, type Person } from '#domain/people/person.ts';
import type { SystemUser } from '#domain/people/system-user.ts';
import { plural } from '#domain/plural.ts';
import type { BoardCard } from '#domain/workflow/board.ts';
import { dutiesOf, type Duty } from '#domain/workflow/duties.ts';
import { daysSince, quietDays, type QuietHotels } from '#domain/workflow/quiet-hotels.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { hotelPath, paths } from '#web/paths.ts';
import { dutyWords } from '#web/ui/duty-words.ts';

export type Way = { to: string; search?: Record<string, string | number> };

export type ToDoRow = {
  key: string;
  count: number;
  /** The words after the count, such as "hotels on site need an interview". */
  words: string;
  /** The button's label. */
  act: string;
  way: Way;
  /** The first hotels or people that are counted, as many as a row has room for. */
  named: readonly (Way & { key: number; name: string })[];
  /** True when `way` leads to exactly what is counted. "and 9 others" is then a link to it. */
  isExact: boolean;
};

type Known = {
  person: Person;
  now: number;
  hotels: readonly BoardCard[];
  quiet: QuietHotels | undefined;
  users: readonly Pick<SystemUser, 'id' | 'name' | 'isActive' | 'lastLogin'>[] | undefined;
  /** How many flagged responses nobody has reviewed. */
  toReview: number;
  /** Undefined until they have been read. */
  actions: ActionCounts | undefined;
};

const mostNamed = 2;

/** Returns what needs to be done, the most urgent first. */
export function toDoRows(known: Known): ToDoRow[] {
  const { person, now, hotels, quiet, users, toReview, actions } = known;
  // Only Admins can renew a waiver. The hotel's consultant sees the duty too, to ask an Admin.
  const isAssigned = scopeOf(person).kind === 'assigned';
  const isTheirs = can(person, 'waivers.grant') || isAssigned;
  const assignsConsultants = can(person, 'results.byConsultant');
  const givesOwners = assignsConsultants || isAssigned;
  const duties = dutiesOf(hotels)
    .filter(({ name }) => name !== 'waiver-ends' || isTheirs)
    .map(ofDuty);
  return [
    ...(actions ? ofActions(actions, givesOwners) : []),
    ...(toReview > 0 ? [ofFlagged(toReview)] : []),
    ...(assignsConsultants ? unassignedOf(hotels) : []),
    ...duties.filter(({ key }) => key !== 'begin'),
    ...(quiet && quiet.total > 0 ? [ofQuiet(quiet, now, isAssigned)] : []),
    ...duties.filter(({ key }) => key === 'begin'),
    ...(users ? neverSignedIn(users) : []),
  ];
}

type NamedHotel = Pick<BoardCard, 'id' | 'hotelName'>;

const nameHotels = (hotels: readonly NamedHotel[]) =>
  hotels
    .slice(0, mostNamed)
    .map(({ id, hotelName }) => ({ key: id, name: hotelName, to: hotelPath(id) }));

function ofDuty({ name, hotels }: Duty): ToDoRow {
  const { many, one = many, act } = dutyWords[name];
  const count = hotels.length;
  return {
    ...{ key: name, count, act, isExact: true },
    words: `${plural(count, 'hotel')} ${plural(count, one, many)}`,
    way: { to: paths.workflow, search: { duty: name } },
    named: nameHotels(hotels),
  };
}

function ofFlagged(count: number): ToDoRow {
  return {
    ...{ key: 'flagged', count, act: 'Review', isExact: true, named: [] },
    words: `${plural(count, 'flagged response')} to look at`,
    way: { to: paths.results, search: { review: 'needed' } },
  };
}

/**
 * Lists the overdue actions, the person's own, those that need to be verified, and for those who look after
 * the hotels, the ones that need an owner. If the person's own actions are exactly the overdue ones, both share
 * one row.
 */
function ofActions(counts: ActionCounts, givesOwners: boolean): ToDoRow[] {
  const { overdue, mine, mineOverdue, done, unowned } = counts;
  const row = (count: number, key: string, words: string, act: string, search: Way['search']) =>
    count > 0
      ? [{ key, count, words, act, way: { to: paths.actions, search }, named: [], isExact: true }]
      : [];
  const isSame = mine === overdue && mine === mineOverdue;
  const isOverdue = plural(overdue, 'action is', 'actions are');
  const areYours = plural(mine, 'action is', 'actions are');
  const isDone = plural(done, 'action is', 'actions are');
  const haveNone = plural(unowned, 'action has', 'actions have');
  return [
    ...row(overdue, 'overdue', `${isOverdue} overdue`, 'Open', { overdue: 1 }),
    ...row(isSame ? 0 : mine, 'mine', `${areYours} yours`, 'Open', { mine: 1 }),
    ...row(done, 'done', `${isDone} done and not verified`, 'Verify', { status: 'done' }),
    ...row(givesOwners ? unowned : 0, 'unowned', `${haveNone} no owner`, 'Assign', { unowned: 1 }),
  ];
}

function unassignedOf(all: readonly BoardCard[]): ToDoRow[] {
  const hotels = all.filter(({ serviceConsultantId }) => serviceConsultantId === null);
  if (hotels.length === 0) return [];
  return [
    {
      ...{ key: 'unassigned', count: hotels.length, act: 'Assign', isExact: true },
      words: `${plural(hotels.length, 'hotel')} without a consultant`,
      way: { to: paths.hotels, search: { consultant: 'none' } },
      named: nameHotels(hotels),
    },
  ];
}

/**
 * Returns the row for hotels without activity. The server lists only some of them, so the button leads to the
 * hotel that has waited longest.
 */
function ofQuiet({ hotels, total }: QuietHotels, now: number, isOwn: boolean): ToDoRow {
  const [first] = hotels;
  return {
    ...{ key: 'quiet', count: total, act: 'Open', isExact: false },
    words: `${plural(total, 'hotel')} without activity for ${quietDays} days`,
    way: { to: first ? hotelPath(first.id) : paths.workflow },
    named: hotels.slice(0, mostNamed).map(({ id, hotelName, since, consultantName }) => ({
      key: id,
      name: `${hotelName} (${[
        countWords(daysSince(since, now), 'day'),
        ...(isOwn ? [] : [consultantName ?? 'not assigned']),
      ].join(', ')})`,
      to: hotelPath(id),
    })),
  };
}

/** Lists people who have an account but have never signed in. */
function neverSignedIn(users: NonNullable<Known['users']>): ToDoRow[] {
  const absent = users.filter(({ isActive, lastLogin }) => isActive && lastLogin === null);
  if (absent.length === 0) return [];
  return [
    {
      ...{ key: 'absent', count: absent.length, act: 'See people', isExact: false },
      words: `${plural(absent.length, 'person has', 'people have')} never signed in`,
      way: { to: paths.users },
      named: absent
        .slice(0, mostNamed)
        .map(({ id, name }) => ({ key: id, name, to: paths.users, search: { search: name } })),
    },
  ];
}

/** Returns "and 9 others", or undefined when all are named. */
export function othersOf({ count, named }: ToDoRow): string | undefined {
  const others = count - named.length;
  if (others <= 0 || named.length === 0) return undefined;
  return `and ${formatNumber(others)} ${plural(others, 'other')}`;
}
