import { Button, Group, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

import { countWords } from '#web/lib/format.ts';
import { CopyTable } from '#web/ui/responses/copy-table.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { SaveRefusedRows } from '#web/ui/save-refused-rows.tsx';
import { ScrollingTable } from '#web/ui/scrolling-table.tsx';
import { UnreadParts } from '#web/ui/unread-parts.tsx';
import { Say } from '#web/ui/notices/say.tsx';

import classes from './import-dialog.module.css';
import type { useImportQuestions } from './import-questions.ts';

type Importing = ReturnType<typeof useImportQuestions>;
type Props = {
  importing: Importing;
  /** Must set the focus. The confirmation dialog that had the focus before this dialog is gone. */
  onClosed: () => void;
};

const headings = ['Row', 'Column', 'Error'];

/** The number of rows that are listed. All rows are counted, and the table copy has all. */
const listedRows = 200;

/** Shows the progress of an import and, afterwards, the rows that were refused and what was not read. */
export function ImportDialog({ importing, onClosed }: Props) {
  const { file, badRows, unread, reset } = importing;
  const isPartly =
    badRows.length > 0 || unread.unreadColumns.length > 0 || unread.unreadSheets.length > 0;
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  return (
    <Dialog
      opened={file !== undefined || isPartly}
      onClose={reset}
      title={titleOf(importing)}
      size={file ? 'md' : 'xl'}
      fullScreen={isPhone && !file}
      transitionProps={{ exitDuration: 0 }}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      withCloseButton={!file}
      closeOnEscape={!file}
      closeOnClickOutside={!file}
    >
      {file ? <OnItsWay file={file} importing={importing} /> : <Outcome importing={importing} />}
    </Dialog>
  );
}

function titleOf({ file, badRows }: Importing): string {
  if (file) return 'Importing Questions';
  return badRows.length > 0 ? 'Rows That Were Not Imported' : 'Parts That Were Not Read';
}

function OnItsWay({ file, importing: { sent, giveUp } }: { file: File; importing: Importing }) {
  const isSending = sent < 1;
  return (
    <>
      <p className={classes.file}>{file.name}</p>
      <Say words={isSending ? 'Uploading…' : 'Reading…'} />
      <p className={classes.state}>
        {isSending ? `Uploading… ${Math.floor(sent * 100)}%` : 'Reading…'}
      </p>
      <Progress
        value={sent * 100}
        animated={!isSending}
        color="var(--bw-accent)"
        aria-label="Sent of the file"
      />
      <Group justify="flex-end" mt="lg">
        {/* Cancel is disabled after the upload, because the server then imports the file. */}
        <Button variant="default" disabled={!isSending} onClick={giveUp}>
          Cancel
        </Button>
      </Group>
    </>
  );
}

function Outcome({ importing }: { importing: Importing }) {
  const { badRows, imported, unread, refusedRows, fileName, reset } = importing;
  const hasBadRows = badRows.length > 0;
  return (
    <>
      <p className={classes.lead} ref={focusOn} tabIndex={-1}>
        {countWords(imported, 'question')} imported
        {hasBadRows && `, ${countWords(badRows.length, 'error')} to correct in the file`}.
        {hasBadRows &&
          imported > 0 &&
          ' Then import the mended rows alone, so that no question comes in twice.'}
      </p>
      <UnreadParts {...unread} />
      {hasBadRows && <BadRows badRows={badRows} />}
      <Group justify="flex-end" mt="lg">
        {hasBadRows && <CopyTable variant="default" rows={[headings, ...cellsOf(badRows)]} />}
        <SaveRefusedRows rows={refusedRows} fileName={fileName} />
        <Button onClick={reset}>Close</Button>
      </Group>
    </>
  );
}

function cellsOf(badRows: Importing['badRows']) {
  return badRows.map(({ row, column, error }) => [row, column, error]);
}

function BadRows({ badRows }: Pick<Importing, 'badRows'>) {
  return (
    <ScrollingTable
      name="Rows that were not imported"
      headings={headings}
      maxHeight="min(50dvh, 30rem)"
      more={badRows.length - listedRows}
      isNumbered
    >
      {badRows.slice(0, listedRows).map(({ row, column, error }) => (
        <tr key={`${row} ${column} ${error}`}>
          <td>{row}</td>
          <td>{column}</td>
          <td>{error}</td>
        </tr>
      ))}
    </ScrollingTable>
  );
}
