import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

import { save } from '#web/lib/download.ts';

type Props = {
  /** The workbook in Base64 from an import's reply. Null when no row was refused. */
  rows: string | null;
  /** The name of the imported file. */
  fileName: string;
};

/** Saves the refused rows with their reasons, so that they can be corrected and imported again. */
export function SaveRefusedRows({ rows, fileName }: Props) {
  if (rows === null) return null;
  const name = `${fileName.replace(/\.[^.]*$/, '')} - refused rows.xlsx`;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
      onClick={() =>
        save(new Blob([Uint8Array.from(atob(rows), (char) => char.charCodeAt(0))]), name)
      }
    >
      Download refused rows
    </Button>
  );
}
