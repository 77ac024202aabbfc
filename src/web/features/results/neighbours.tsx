import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { can } from '#domain/people/person.ts';
import { useAddress } from '#web/lib/address.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { pageQuery, pageSize } from './read-results.ts';
import classes from './response-details.module.css';
import { filterOf, resultsViewSchema } from './results-view.ts';

/**
 * Shows buttons to the response before and after this one in the list that the address describes,
 * across the list's pages. Nothing shows when the response is not on the page that the list shows.
 */
export function Neighbours({ id }: { id: number }) {
  const { isLoading, place, total, previous, next, goTo } = useNeighbours(id);
  // Keep the space of the buttons, so that nothing moves when the list arrives.
  if (isLoading) return <div className={classes.neighbours} />;
  if (place === null) return null;
  return (
    <nav className={classes.neighbours} aria-label="Responses of the list">
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Previous response"
        disabled={!previous}
        onClick={() => previous && goTo(previous)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <span aria-live="polite">
        {formatNumber(place)} of {formatNumber(total)}
      </span>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Next response"
        disabled={!next}
        onClick={() => next && goTo(next)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </nav>
  );
}

type Neighbour = { id: number; page: number };

function useNeighbours(id: number) {
  const [address, change] = useAddress(resultsViewSchema);
  const [now] = useState(Date.now);
  const mayReview = can(useCurrentUser(), 'responses.review');
  const view = mayReview ? address : { ...address, review: undefined };
  const { page, sort, direction } = view;
  const of = (number: number) => ({
    ...pageQuery({ ...filterOf(view, now), page: number, sort, direction }),
    // Without a placeholder, because the page shown before is not the neighbouring page.
    placeholderData: undefined,
  });
  // Only the list reads its page. Without a list, there are no neighbours to read.
  const { data, isLoading } = useQuery({ ...of(page), enabled: false });
  const rows = data?.rows ?? [];
  const total = data?.total ?? 0;
  const at = rows.findIndex((row) => row.id === id);
  const isFirst = at === 0 && page > 1;
  const isLast = at >= 0 && at === rows.length - 1 && page * pageSize < total;
  const before = useQuery({ ...of(page - 1), enabled: isFirst });
  const after = useQuery({ ...of(page + 1), enabled: isLast });
  const neighbour = (row: { id: number } | undefined, on: number): Neighbour | undefined =>
    row && { id: row.id, page: on };
  return {
    isLoading,
    place: at < 0 ? null : (page - 1) * pageSize + at + 1,
    total,
    previous: isFirst
      ? neighbour(before.data?.rows.at(-1), page - 1)
      : neighbour(at > 0 ? rows[at - 1] : undefined, page),
    next: isLast
      ? neighbour(after.data?.rows[0], page + 1)
      : neighbour(at < 0 ? undefined : rows[at + 1], page),
    goTo: (to: Neighbour) =>
      change(
        { response: to.id, page: to.page === 1 ? undefined : to.page },
        // Back then leads to the list, and not through every response that was opened.
        { replace: true },
      ),
  };
}
