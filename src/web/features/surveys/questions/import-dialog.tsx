import { Button, Group, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

import { countWords } from '#web/lib/format.ts';
import { CopyTable } from '#web/ui/responses/copy-table.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { SaveRefusedRows } from '#web/ui/save-refused-rows.tsx';
import { ScrollingTable } from '#web/ui/scrolling-table.tsx';
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

/** Shows the progress of an import and, afterwards, the rows that were refused. */
export function ImportDialog({ importing, onClosed }: Props) {
  const { file, badRows, reset } = importing;
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  return (
    <Dialog
      opened={file !== undefined || badRows.length > 0}
      onClose={reset}
      title={file ? 'Importing Questions' : 'Rows That Were Not Imported'}
      size={file ? 'md' : 'xl'}
      fullScreen={isPhone && !file}
      transitionProps={{ exitDuration: 0 }}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      withCloseButton={!file}
      closeOnEscape={!file}
      closeOnClickOutside={!file}
    >
      {file ? <OnItsWay file={file} importing={importing} /> : <Refused importing={importing} />}
    </Dialog>
  );
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

function Refused({ importing }: { importing: Importing }) {
  const { badRows, imported, refusedRows, fileName, reset } = importing;
  return (
    <>
      <p className={classes.lead} ref={focusOn} tabIndex={-1}>
        {countWords(imported, 'question')} imported, {countWords(badRows.length, 'error')} to
        correct in the file.
        {imported > 0 && ' Then import the mended rows alone, so that no question comes in twice.'}
      </p>
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
      <Group justify="flex-end" mt="lg">
        <CopyTable
          variant="default"
          rows={[headings, ...badRows.map(({ row, column, error }) => [row, column, error])]}
        />
        <SaveRefusedRows rows={refusedRows} fileName={fileName} />
        <Button onClick={reset}>Close</Button>
      </Group>
    </>
  );
}
