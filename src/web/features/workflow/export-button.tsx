import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { detailOf } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { toast } from '#web/ui/toast.ts';

/** Saves the board as a workbook, of the hotels that the board shows. */
export function ExportButton({ consultantId }: { consultantId: number | undefined }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download({ path: '/api/workflow/export', query: { consultantId } }),
    onSuccess: () => toast.success('Export Complete', undefined, { duration: 3_000 }),
    onError: (error) => toast.error('Export failed', detailOf(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Export to Excel
    </Button>
  );
}
