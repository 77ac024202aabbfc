import { IconFileSpreadsheet } from '@tabler/icons-react';

import { ExportButton } from '#web/ui/export-button.tsx';

/**
 * Saves the board as a workbook. The workbook follows the consultant filter, but not the other
 * filters.
 */
export function ExportBoard({ consultantId }: { consultantId: number | undefined }) {
  return (
    <ExportButton
      path="/api/workflow/export"
      query={{ consultantId }}
      icon={<IconFileSpreadsheet size={18} aria-hidden />}
    >
      Export to Excel
    </ExportButton>
  );
}
