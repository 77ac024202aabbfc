import { Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { ResultsFilter } from '#domain/results/results.ts';
import { countWords, formatDate, formatNumber } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { standardHotelsQuery } from './read-results.ts';
import classes from './standards-figure.module.css';

type Props = { code: string | undefined; filter: ResultsFilter; onClose: () => void };

/** Shows the hotels where a standard was a finding. Each links to its latest response with that finding. */
export function StandardHotels({ code, filter, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  return (
    <Dialog
      opened={code !== undefined}
      onClose={onClose}
      title={code === undefined ? '' : `Hotels with a finding at ${code}`}
      size="lg"
      fullScreen={isPhone}
    >
      {code !== undefined && <Hotels code={code} filter={filter} />}
    </Dialog>
  );
}

function Hotels({ code, filter }: { code: string; filter: ResultsFilter }) {
  const { data, error, refetch } = useQuery(standardHotelsQuery({ ...filter, code }));
  if (error)
    return (
      <LoadError
        title="The hotels could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <Stack>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height={48} />
        ))}
      </Stack>
    );
  if (data.total === 0) return <p className={classes.soft}>No hotel in this range.</p>;
  return (
    <>
      <ul className={classes.hotels}>
        {data.hotels.map(({ hotelId, hotelName, hotelBrand, ...hotel }) => (
          <li key={hotelId}>
            <Link
              to="."
              search={(before: Record<string, unknown>) => ({
                ...before,
                ...{ standard: undefined, response: hotel.responseId },
              })}
              resetScroll={false}
              preload={false}
              className={classes.hotel}
            >
              {hotelName}
              <span className={classes.soft}>
                {hotelBrand} · {formatNumber(hotel.findings)} of{' '}
                {countWords(hotel.answered, 'answer')}, latest {formatDate(hotel.completedAt)}
              </span>
            </Link>
            {hotel.isRepeat && <StatusBadge tone="warn">Repeat finding</StatusBadge>}
          </li>
        ))}
      </ul>
      {data.total > data.hotels.length && (
        <p className={classes.soft}>
          {formatNumber(data.hotels.length)} of {countWords(data.total, 'hotel')}. Filter by brand
          or hotel to see the others.
        </p>
      )}
    </>
  );
}
