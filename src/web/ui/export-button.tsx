import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { TableForm } from '#domain/table-file.ts';
import { detailOf } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { toast } from './notices/toast.ts';

type Props = Pick<Parameters<typeof download>[0], 'path' | 'query'> & {
  icon: ReactNode;
  /** The button's label while there is a connection. */
  children: string;
  /**
   * True when the server can create the file in each of the table formats. A menu beside the button
   * offers them.
   */
  hasForms?: boolean;
};

/**
 * Shows a button that saves a file which the server creates, and that shows whether all of it arrived. A link
 * could not do that: the browser would save the server's refusal, or open it instead of the page. The file is
 * held in a blob until it has arrived. 200,000 responses are about 40 MB, and browsers move large blobs to the
 * disk.
 */
export function ExportButton({ path, query, icon, children, hasForms = false }: Props) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useMutation({
    mutationFn: (form?: TableForm) =>
      download({ path, query: { ...query, ...(form && { as: form }) } }),
    onSuccess: () => toast.success('Export Complete', undefined, { duration: 3_000 }),
    onError: (error) => toast.error('Export failed', detailOf(error)),
  });
  const button = (
    <Button
      variant="default"
      leftSection={icon}
      loading={isPending}
      disabled={!isOnline}
      onClick={() => mutate(undefined)}
    >
      {isOnline ? children : 'Export needs a connection'}
    </Button>
  );
  if (!hasForms || !isOnline) return button;
  return (
    <Group gap={4} wrap="nowrap">
      {button}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Choose a file format"
            disabled={isPending}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {forms.map(([form, label]) => (
            <Menu.Item key={form} onClick={() => mutate(form)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

const forms: readonly [TableForm, string][] = [
  ['csv', 'CSV, with commas'],
  ['csv-semicolon', 'CSV, with semicolons'],
  ['xlsx', 'Excel workbook'],
];
