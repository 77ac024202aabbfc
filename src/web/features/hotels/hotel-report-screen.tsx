import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';

import { scopeOf } from '#domain/people/person.ts';
import { isReversed } from '#domain/reversed-range.ts';

import { useAddress } from '#web/lib/address.ts';
import { ApiError } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { printPage } from '#web/lib/print-page.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { withEdit } from '#web/offline/readings/edited-board.ts';
import { editedHotels } from '#web/offline/outbox/hotel-edit.ts';
import { reportQuery } from '#web/offline/readings/report-reading.ts';
import { paths } from '#web/paths.ts';
import { DayRange } from '#web/ui/filters/day-range.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import classes from './hotel-report-screen.module.css';
import { readRange } from './report-range.ts';
import { ReportSheet } from './report-sheet.tsx';

const viewSchema = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

/** Shows the report of one hotel, ready to print. */
export function HotelReportScreen() {
  const { hotelId } = useParams({ strict: false });
  const [view, change] = useAddress(viewSchema);
  // The server refuses a range that ends before it begins. The field says so.
  const isNever = isReversed(view);
  const query = useQuery({ ...reportQuery(Number(hotelId), view), enabled: !isNever });
  const { error, refetch, isLoading } = query;
  const data = isNever ? undefined : query.data;
  const edited = useStored(editedHotels)?.get(Number(hotelId));
  const report = data && { ...data.value, hotel: withEdit(data.value.hotel, edited) };
  const savedAt = data?.isCached ? data.savedAt : undefined;
  const name = report?.hotel.hotelName;
  const [isPrinting, setPrinting] = useState(false);
  const print = async () => {
    setPrinting(true);
    await printPage();
    setPrinting(false);
  };
  return (
    <div className={classes.screen}>
      <Page
        title="Hotel report"
        windowTitle={name ? `${name}, hotel report` : 'Hotel report'}
        lead={
          data?.isCached ? (
            <FromDevice savedAt={data.savedAt} />
          ) : (
            'Print it or save it as a PDF: a one-page summary, then the details.'
          )
        }
        actions={
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={!data}
            loading={isPrinting}
            onClick={() => void print()}
          >
            Print or save as PDF
          </Button>
        }
      >
        <section className={classes.filters} aria-label="Filters">
          <DayRange label="Interviews from" from={view.from} to={view.to} onChange={change} />
        </section>
        {error && <NotLoaded error={error} onRetry={() => void refetch()} />}
        {isLoading && <Waiting />}
        {report && !error && <ReportSheet {...{ report, savedAt }} range={readRange(view)} />}
      </Page>
    </div>
  );
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const seesAll = scopeOf(useCurrentUser()).kind === 'all';
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title={seesAll ? 'We couldn’t find this hotel' : 'This hotel is not assigned to you'}
        text={
          seesAll
            ? 'It may have been deleted.'
            : 'It may have been deleted, or assigned to someone else.'
        }
        action={
          <Button component={Link} to={paths.hotels} variant="default">
            All hotels
          </Button>
        }
      />
    );
  return (
    <LoadError
      title="The report could not be loaded"
      offline="The report needs a connection"
      error={error}
      onRetry={onRetry}
    />
  );
}

function Waiting() {
  return (
    <div className={classes.waiting}>
      <Say words="Loading…" />
      <Skeleton height={64} />
      <Skeleton height={160} />
      <Skeleton height={280} />
      <Skeleton height={280} />
    </div>
  );
}
