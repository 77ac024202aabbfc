import type { Hotel } from '#domain/hotels/hotel.ts';
import { can, type Person } from '#domain/people/person.ts';
import type { Survey } from '#domain/surveys/survey.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Account } from '#web/offline/readings/accounts.ts';
import * as choices from './choices.ts';
import type { Choice, Kind, Respondent, Screen } from './choices.ts';
import { placeToStart, rank, readSought, type Entry, type Ranked } from './rank.ts';

/** Everything that can be found: what this person may see and this device has. */
export type Findable = {
  person: Person;
  screens: readonly Entry<Screen>[];
  hotels: readonly Entry<Hotel>[];
  respondents: readonly Entry<Respondent>[];
  surveys: readonly Entry<Survey>[];
  people: readonly Entry<Account>[];
  /** Ids of the hotels where this device held interviews, the latest first. */
  hotelsBefore: readonly number[];
};

export type Group = { heading: string; choices: Choice[] };

const headings: Record<Kind, string> = {
  screen: 'Screens',
  hotel: 'Hotels',
  start: 'Start interview',
  respondent: 'Respondents',
  survey: 'Surveys',
  person: 'People',
};
const mostHotels = 6;
const mostStarts = 3;
const mostOthers = 4;
const mostBefore = 5;

/** Returns the results of a search by kind. The kind with the best match comes first. */
export function findGroups(findable: Findable, search: string): Group[] {
  const { person, screens, hotels, respondents, surveys, people } = findable;
  const sought = readSought(search);
  const others = <T>(entries: readonly Entry<T>[]) => rank(entries, sought, mostOthers);
  const found = rank(hotels, sought, mostHotels);
  return [
    groupOf('screen', others(screens), choices.toScreen),
    groupOf('hotel', found, choices.toHotel),
    startGroup(findable, search, found),
    groupOf('respondent', others(respondents), choices.toRespondent),
    groupOf('survey', others(surveys), (survey) => choices.toSurvey(survey, person)),
    groupOf('person', others(people), choices.toPerson),
  ]
    .filter((group) => group.choices.length > 0)
    .toSorted((a, b) => a.best - b.best);
}

type RankedGroup = Group & { best: number };

function groupOf<T>(kind: Kind, found: Ranked<T>, toChoice: (item: T) => Choice): RankedGroup {
  const { items, total, best } = found;
  const some =
    total > items.length ? `, ${formatNumber(items.length)} of ${formatNumber(total)}` : '';
  return { heading: `${headings[kind]}${some}`, choices: items.map(toChoice), best };
}

/**
 * Returns the group with interviews to start at the found hotels. For "start interview at …" it is the first
 * group, with the hotels of that place.
 */
function startGroup(findable: Findable, search: string, found: Ranked<Hotel>): RankedGroup {
  const place = placeToStart(search);
  const isFirst = place !== undefined;
  const hotels = isFirst ? hotelsAt(findable, place) : found.items.slice(0, mostStarts);
  return {
    heading: headings.start,
    choices: can(findable.person, 'interviews.conduct') ? hotels.map(choices.toStart) : [],
    best: isFirst ? -1 : found.best,
  };
}

/**
 * Returns the hotels of a place. Without a place, returns the hotels of this device's latest interviews, then
 * any.
 */
function hotelsAt({ hotels, hotelsBefore }: Findable, place: string): Hotel[] {
  if (place !== '') return rank(hotels, readSought(place), mostHotels).items;
  const before = hotelsBefore.flatMap((id) => byId(hotels, id) ?? []);
  const others = hotels.slice(0, 2 * mostHotels).map(({ item }) => item);
  return [...new Set([...before.slice(0, mostHotels), ...others])].slice(0, mostHotels);
}

/**
 * Returns the groups that are shown before a search: earlier choices, then the screens, then interviews to
 * start.
 */
export function groupsAtFirst(findable: Findable, chosenBefore: readonly string[]): Group[] {
  const before = chosenBefore.flatMap((key) => choiceOf(findable, key) ?? []).slice(0, mostBefore);
  const keys = new Set(before.map(({ key }) => key));
  const screens = findable.screens.map(({ item }) => choices.toScreen(item));
  return [
    { heading: 'Chosen before', choices: before },
    { heading: headings.screen, choices: screens.filter(({ key }) => !keys.has(key)) },
    {
      heading: headings.start,
      choices: startGroup(findable, 'start', noHotel).choices.slice(0, mostStarts),
    },
  ].filter((group) => group.choices.length > 0);
}

const noHotel = { items: [], total: 0, best: Infinity };

/** Returns the choice with a key; undefined when it is gone, or this device does not have it. */
function choiceOf(findable: Findable, key: string): Choice | undefined {
  const { person, screens, hotels, respondents, surveys, people } = findable;
  const [kind = '', name = ''] = key.split(' ');
  const id = Number(name);
  const made = <T>(item: T | undefined, toChoice: (item: T) => Choice) => item && toChoice(item);
  if (kind === 'hotel') return made(byId(hotels, id), choices.toHotel);
  if (kind === 'start' && can(person, 'interviews.conduct'))
    return made(byId(hotels, id), choices.toStart);
  if (kind === 'survey')
    return made(byId(surveys, id), (survey) => choices.toSurvey(survey, person));
  if (kind === 'person') return made(byId(people, id), choices.toPerson);
  return [
    ...screens.map(({ item }) => choices.toScreen(item)),
    ...respondents.map(({ item }) => choices.toRespondent(item)),
  ].find((choice) => choice.key === key);
}

function byId<T extends { id: number }>(entries: readonly Entry<T>[], id: number): T | undefined {
  return entries.find(({ item }) => item.id === id)?.item;
}
