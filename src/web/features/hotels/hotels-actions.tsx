import { Button } from '@mantine/core';
import { IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { detailOf } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { toast } from '#web/ui/notices/toast.ts';
import classes from './hotels-actions.module.css';

export function HotelsActions({ onImport, onAdd }: { onImport: () => void; onAdd: () => void }) {
  return (
    <>
      <TemplateButton variant="default" className={classes.file} />
      <Button
        className={classes.file ?? ''}
        variant="default"
        leftSection={<IconFileImport size={18} stroke={1.6} aria-hidden />}
        onClick={onImport}
      >
        Import Hotels
      </Button>
      <Button
        className={classes.add ?? ''}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onAdd}
      >
        Add Hotel
      </Button>
    </>
  );
}

type TemplateProps = { variant: 'default' | 'subtle'; className?: string | undefined };

export function TemplateButton({ variant, className = '' }: TemplateProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download({ path: '/api/hotels/import-template' }),
    onError: (error) => toast.error('Download failed', detailOf(error)),
  });
  return (
    <Button
      variant={variant}
      className={className}
      loading={isPending}
      leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
      onClick={() => mutate()}
    >
      Download Template
    </Button>
  );
}
