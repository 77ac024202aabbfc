import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { InterviewSession } from '#domain/interviews/session.ts';
import {
  hotelQuery,
  sessionsQuery,
  sessionsUnderWayQuery,
  surveysQuery,
} from '#web/offline/readings/reads.ts';
import { joinResumable, type Resumable } from '#web/offline/drafts/resumable.ts';
import { useInterviewsHere } from '#web/lib/use-interviews-here.ts';

/** Makes a query read again each time the screen opens. */
const always = { staleTime: 0 };

export function useHotel(hotelId: number) {
  return useQuery({ ...hotelQuery(hotelId), ...always });
}

export function useActiveSurveys() {
  return useQuery({
    ...surveysQuery,
    select: ({ value, ...reading }) => ({
      ...reading,
      surveys: value.filter(({ status, edition }) => status === 'active' && edition !== null),
    }),
    ...always,
  });
}

/**
 * Milliseconds that the form waits for the server's interviews, so that they do not push it down when they
 * arrive.
 */
const patience = 1_500;

/** Reads the hotel's interviews from the server. */
export function useSessions(hotelId: number) {
  return useQuery({ ...sessionsQuery(hotelId), ...always });
}

/**
 * Returns the hotel's interviews that can be resumed. Undefined until this device's own interviews are known
 * and the server's have arrived or are late.
 */
export function useResumable(hotelId: number): Resumable[] | undefined {
  const { data, isPending } = useSessions(hotelId);
  return useJoined(hotelId, isPending, data?.value);
}

/** Reads the interviews in progress at all hotels. */
export function useSessionsUnderWay() {
  return useQuery({ ...sessionsUnderWayQuery, ...always });
}

/**
 * Returns the hotel's interviews that can be resumed, from the list of all hotels, which was read before the
 * hotel was chosen.
 */
export function useResumableAnywhere(hotelId: number): Resumable[] | undefined {
  const { data, isPending } = useQuery(sessionsUnderWayQuery);
  const here = data?.value.filter((session) => session.hotelId === hotelId);
  return useJoined(hotelId, isPending, here);
}

function useJoined(hotelId: number, isPending: boolean, sessions: InterviewSession[] = []) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const here = useInterviewsHere(hotelId);
  if (!here || (isPending && !isLate)) return undefined;
  return joinResumable(sessions, here.drafts, here.ended);
}
