import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { InterviewSession } from '#domain/interviews/session.ts';
import {
  hotelQuery,
  sessionsQuery,
  sessionsUnderWayQuery,
  surveysQuery,
} from '#web/offline/reads.ts';
import { joinResumable, type Resumable } from '#web/offline/resumable.ts';
import { useInterviewsHere } from '#web/lib/use-interviews-here.ts';

/** Read anew each time the screen is come to: what is active, and what is under way. */
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

/** How long the server's sessions may keep the form back, so that they do not push it down. */
const patience = 1_500;

/** The interviews of this hotel that the server holds. */
export function useSessions(hotelId: number) {
  return useQuery({ ...sessionsQuery(hotelId), ...always });
}

/**
 * The interviews of this hotel that can be resumed. Undefined until this device's own are known, and
 * the server's or that they are late.
 */
export function useResumable(hotelId: number): Resumable[] | undefined {
  const { data, isPending } = useSessions(hotelId);
  return useJoined(hotelId, isPending, data?.value);
}

/** Reads what is under way at all hotels. */
export function useSessionsUnderWay() {
  return useQuery({ ...sessionsUnderWayQuery, ...always });
}

/** The same from what is under way at all hotels, which was read before the hotel was chosen. */
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
