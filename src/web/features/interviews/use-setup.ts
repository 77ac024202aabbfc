import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { hotelQuery, sessionsQuery, surveysQuery } from '#web/offline/reads.ts';
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

/** Undefined until this device's own are known, and the server's or that they are late. */
export function useResumable(hotelId: number): Resumable[] | undefined {
  const sessions = useSessions(hotelId);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const here = useInterviewsHere(hotelId);
  if (!here || (sessions.isPending && !isLate)) return undefined;
  return joinResumable(sessions.data?.value ?? [], here.drafts, here.ended);
}
