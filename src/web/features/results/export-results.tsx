import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

import type { ResultsFilter } from '#domain/responses/results.ts';
import { addressOf } from '#web/lib/api.ts';

/** Saves all filtered responses as `survey-results.csv`; the browser shows how far it is. */
export function ExportResults({ filter }: { filter: ResultsFilter }) {
  return (
    <Button
      component="a"
      href={addressOf('/api/results/export', filter)}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      Export
    </Button>
  );
}
