import { Button } from '@mantine/core';
import { IconReport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { ResultsFilter } from '#domain/results/results.ts';
import { hotelReportPath } from '#web/paths.ts';

type Props = { hotelId: number; filter: ResultsFilter };

/** Links to the hotel's printable report for the days that are shown. */
export function ReportLink({ hotelId, filter: { from, to } }: Props) {
  return (
    <Button
      variant="default"
      leftSection={<IconReport size={18} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to={hotelReportPath(hotelId)} search={{ from, to }} preload={false} />
      )}
    >
      Hotel report
    </Button>
  );
}
