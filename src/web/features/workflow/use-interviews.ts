import { useQuery } from '@tanstack/react-query';

import { joinResumable } from '#web/offline/drafts/resumable.ts';
import { useInterviewsHere } from '#web/lib/use-interviews-here.ts';
import { sessionsQuery } from './read-workflow.ts';

/** Returns a hotel's interviews in progress, from the server and from this device together. */
export function useInterviews(hotelId: number) {
  const { data, error, isPending, refetch } = useQuery(sessionsQuery(hotelId));
  const here = useInterviewsHere(hotelId);
  const sessions = data?.value ?? [];
  return {
    inProgress: here ? joinResumable(sessions, here.drafts, here.ended) : [],
    isLoading: isPending || !here,
    isRead: data !== undefined,
    error,
    retry: () => void refetch(),
  };
}
