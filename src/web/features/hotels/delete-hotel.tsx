import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import { documentSchema } from '#domain/documents/document.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { sessionSchema } from '#domain/interviews/session.ts';
import { plural } from '#domain/plural.ts';
import { resultsSummarySchema } from '#domain/results/results.ts';
import { call } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import classes from './delete-hotel.module.css';
import { forgetHotel, refreshHotels } from './read-hotels.ts';

/**
 * Deletes a hotel after a question that lists what is deleted and what is kept. Resolves to true
 * when the hotel is gone.
 */
export function useDeleteHotel() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ id }: Hotel) =>
      call({ method: 'DELETE', path: `/api/hotels/${id}`, schema: z.null() }),
    onSuccess: async (_, { id, hotelName }) => {
      await forgetHotel(client, id);
      toast.success('Hotel deleted successfully', hotelName);
    },
    onError: (error) => {
      toast.error('Failed to delete hotel', whyFailed(error));
      return refreshHotels(client);
    },
  });
  return async (hotel: Hotel): Promise<boolean> => {
    const sure = await confirm({
      title: 'Delete hotel',
      message: <WhatGoes hotel={hotel} />,
      confirmLabel: 'Delete hotel',
      danger: true,
    });
    return (
      sure &&
      mutateAsync(hotel).then(
        () => true,
        () => false,
      )
    );
  };
}

function WhatGoes({ hotel }: { hotel: Hotel }) {
  const { sessions, documents, responses } =
    useQuery({
      queryKey: ['hotels', 'holdings', hotel.id],
      queryFn: () => readHoldings(hotel.id),
      staleTime: 0,
      gcTime: 0,
    }).data ?? {};
  return (
    <>
      Are you sure you want to delete {hotel.hotelName}{' '}
      <span className={classes.whole}>({hotel.hotelId})</span>? This action cannot be undone.
      <span className={classes.line}>
        <strong>Deleted with it:</strong> {counted(sessions, 'interview')} in progress and{' '}
        {counted(documents, 'evaluation document')}.
      </span>
      <span className={classes.line}>
        <strong>Kept:</strong> {counted(responses, 'response')} with answers and scores, under the
        hotel’s name as it is now.
      </span>
    </>
  );
}

/** Returns "3 documents", or only "documents" while the number is not known. */
function counted(count: number | undefined, one: string): string {
  if (count === undefined) return plural(2, one);
  return count === 0 ? `no ${plural(0, one)}` : countWords(count, one);
}

async function readHoldings(id: number) {
  const [sessions, documents, summary] = await Promise.all([
    call({ path: `/api/interview-sessions/hotel/${id}`, schema: z.array(sessionSchema) }),
    call({ path: `/api/hotels/${id}/evaluation-documents`, schema: z.array(documentSchema) }),
    call({ path: '/api/results/summary', query: { hotelId: id }, schema: resultsSummarySchema }),
  ]);
  return {
    sessions: sessions.filter(({ status }) => status === 'in_progress').length,
    documents: documents.length,
    responses: summary.responses,
  };
}
