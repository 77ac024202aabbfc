import { IconDownload } from '@tabler/icons-react';

import type { ResultsFilter } from '#domain/results/results.ts';
import { ExportButton } from '#web/ui/export-button.tsx';

/** Saves all filtered responses as `survey-results.csv` or in another format. */
export function ExportResults({ filter }: { filter: ResultsFilter }) {
  return (
    <ExportButton
      path="/api/results/export"
      query={filter}
      hasForms
      icon={<IconDownload size={18} aria-hidden />}
    >
      Export
    </ExportButton>
  );
}
