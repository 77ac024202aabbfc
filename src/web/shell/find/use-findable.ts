import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { can } from '#domain/people/person.ts';
import { resultsPageSchema } from '#domain/results/results.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { lastDays, ownTimeZone } from '#web/lib/days.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { accountsQuery } from '#web/offline/readings/accounts.ts';
import { actionCountsQuery } from '#web/offline/readings/actions-reading.ts';
import { cachedQuery } from '#web/offline/readings/cached-query.ts';
import { readHeldBefore } from '#web/offline/outbox/interviews-held.ts';
import { useListedHotels } from '#web/offline/readings/listed-hotels.ts';
import { sessionsUnderWayQuery, surveysQuery } from '#web/offline/readings/reads.ts';
import { screensOf, type Respondent } from './choices.ts';
import type { Findable } from './find-groups.ts';
import { makeEntries, type Entry } from './rank.ts';

/**
 * Returns everything that can be found. It uses the same readings as the screens, so without a connection it
 * has what this device has. Nothing is searched on the server.
 */
export function useFindable(): { findable: Findable; isLoading: boolean } {
  const person = useCurrentUser();
  const { hotels, error } = useListedHotels();
  const surveys = useQuery(surveysQuery).data?.value;
  const mayReadPeople = can(person, 'users.manage');
  const accounts = useQuery({ ...accountsQuery, enabled: mayReadPeople }).data?.value;
  const people = mayReadPeople ? accounts : undefined;
  const hasActions = useQuery(actionCountsQuery()).data?.value.exist === true;
  const respondents = useRespondents(hotels);
  const hotelsBefore = useStored(readHeldBefore)?.hotels;
  const findable = useMemo(
    () => ({
      person,
      screens: makeEntries(screensOf(person, hasActions), ({ label }) => [label]),
      hotels: hotels ? entriesOf(hotels) : [],
      respondents: makeEntries(respondents, wordsOf),
      surveys: makeEntries(surveys ?? [], ({ title }) => [title]),
      people: makeEntries(people ?? [], ({ name, email }) => [name, email]),
      hotelsBefore: hotelsBefore ?? [],
    }),
    [person, hasActions, hotels, respondents, surveys, people, hotelsBefore],
  );
  return { findable, isLoading: !hotels && !error };
}

/**
 * The search entries of each list of hotels. They are kept as long as the list is the same, because making
 * 20,000 of them takes longer than any search.
 */
const entriesOfLists = new WeakMap<readonly Hotel[], Entry<Hotel>[]>();

function entriesOf(hotels: readonly Hotel[]): Entry<Hotel>[] {
  const kept = entriesOfLists.get(hotels);
  if (kept) return kept;
  const made = makeEntries(hotels, (hotel) => [
    hotel.hotelName,
    hotel.hotelId,
    hotel.hotelCity,
    hotel.hotelBrand,
  ]);
  entriesOfLists.set(hotels, made);
  return made;
}

/** Respondents can be found by name in the responses of these last days, and in at most so many responses. */
const recentDays = 30;
const mostRecent = 200;

/** Read again each time the dialog opens, because interviews begin and end all day. */
const anew = { refetchOnMount: 'always' } as const;

/** Returns the respondents of interviews under way first, then those of the latest responses. */
function useRespondents(hotels: readonly Hotel[] | undefined): Respondent[] {
  const [range] = useState(() => lastDays(recentDays, Date.now()));
  const query = { ...range, timeZone: ownTimeZone(), pageSize: mostRecent };
  const source = { path: '/api/results/responses', query, schema: resultsPageSchema };
  const responses = useQuery({ ...cachedQuery(source), ...anew }).data?.value.rows;
  const sessions = useQuery({ ...sessionsUnderWayQuery, ...anew }).data?.value;
  return useMemo(() => {
    const named = new Set(sessions?.map(({ hotelId }) => hotelId));
    const names = new Map(
      hotels?.filter(({ id }) => named.has(id)).map(({ id, hotelName }) => [id, hotelName]),
    );
    return [
      ...(sessions ?? []).map((session) => ({ session, hotelName: names.get(session.hotelId) })),
      ...(responses ?? []).map((response) => ({ response })),
    ];
  }, [hotels, sessions, responses]);
}

function wordsOf(respondent: Respondent): string[] {
  if ('session' in respondent) {
    const { session, hotelName = '' } = respondent;
    return [session.respondentName, session.respondentJobTitle, hotelName];
  }
  const { respondentName, respondentJobTitle, hotelName } = respondent.response;
  return [respondentName, respondentJobTitle, hotelName];
}
