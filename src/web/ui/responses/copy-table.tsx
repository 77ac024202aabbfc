import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

type Props = {
  /** The headings come first. */
  rows: readonly (readonly (string | number)[])[];
  variant: 'default' | 'subtle';
};

/**
 * Copies rows for a spreadsheet. Over plain http browsers offer no clipboard; then it renders
 * nothing.
 */
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

/**
 * Returns the rows as text. It replaces tabs and line breaks inside a cell, which would begin
 * another cell.
 */
function asText(rows: Props['rows']): string {
  return rows
    .map((cells) => cells.map((cell) => String(cell).replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n');
}
