import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { detailOf } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import { toast } from './toast.ts';

type Props = Pick<Parameters<typeof download>[0], 'path' | 'query'> & {
  icon: ReactNode;
  /** What it says while there is a connection. */
  children: string;
};

/**
 * Saves a file that the server makes, and tells whether it came whole. A link could not: the browser
 * would save a refusal, or follow it off the page. The file waits in a blob until it is whole: 200,000
 * responses are some 40 MB, and what outgrows its memory a browser keeps on the disk.
 */
export function ExportButton({ path, query, icon, children }: Props) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useMutation({
    mutationFn: () => download({ path, ...(query && { query }) }),
    onSuccess: () => toast.success('Export Complete', undefined, { duration: 3_000 }),
    onError: (error) => toast.error('Export failed', detailOf(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={icon}
      loading={isPending}
      disabled={!isOnline}
      onClick={() => mutate()}
    >
      {isOnline ? children : 'Export needs a connection'}
    </Button>
  );
}
