import { Anchor } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { actionsPerPage } from '#domain/actions/action.ts';
import { isOpen } from '#domain/actions/moves.ts';
import type { RoundReview } from '#domain/rounds/review.ts';
import { formatNumber, nothing } from '#web/lib/format.ts';
import { actionCountsQuery, actionPagesQuery } from '#web/offline/readings/actions-reading.ts';
import { paths } from '#web/paths.ts';

/** Shows how many actions the round has, for example "12 (3 open)", and links to them. */
export function ActionsOfRound({ round: { id, hotelId } }: { round: RoundReview }) {
  const filter = { roundId: id, show: 'all' } as const;
  const [page] = useInfiniteQuery(actionPagesQuery(filter)).data?.pages ?? [];
  const isLong = page !== undefined && page.value.next !== null;
  const counts = useQuery({ ...actionCountsQuery(filter), enabled: isLong }).data?.value;
  if (!page) return nothing;
  const { actions } = page.value;
  if (actions.length === 0) return 'None';
  const open = isLong ? counts?.open : actions.filter(({ status }) => isOpen(status)).length;
  const all = isLong ? `More than ${actionsPerPage}` : formatNumber(actions.length);
  return (
    <Anchor
      renderRoot={(props) => (
        <Link
          {...props}
          to={paths.actions}
          search={{ hotel: hotelId, round: id, show: 'all' }}
          preload={false}
        />
      )}
    >
      {all}
      {open !== undefined && ` (${formatNumber(open)} open)`}
    </Anchor>
  );
}
