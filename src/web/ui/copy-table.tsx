import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

type Props = {
  /** The headings come first. */
  rows: readonly (readonly (string | number)[])[];
  variant: 'default' | 'subtle';
};

/** Copies rows for a spreadsheet. Browsers offer no clipboard on plain http: then it shows nothing. */
export function CopyTable({ rows, variant }: Props) {
  if (!('clipboard' in navigator)) return null;
  return (
    <CopyButton value={asText(rows)}>
      {({ copied, copy }) => (
        <Button
          variant={variant}
          leftSection={
            copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
          }
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy table'}
        </Button>
      )}
    </CopyButton>
  );
}

/** A tab or a line break within a cell would begin another one. */
function asText(rows: Props['rows']): string {
  return rows
    .map((cells) => cells.map((cell) => String(cell).replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n');
}
