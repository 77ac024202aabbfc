import { Button, Group } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';

import { largestExport } from '#domain/sync/exported-file.ts';
import { megabytes } from '#web/lib/chosen-file.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { Panel } from '#web/ui/panel.tsx';

import { CopyOutcomes } from './copy-outcomes.tsx';
import classes from './import-file.module.css';
import { importedWords, useImport } from './import-responses.ts';
import { ImportedTable } from './imported-table.tsx';
import { readExportedFile, type ReadFile } from './read-exported-file.ts';

/**
 * Imports a file that somebody exported from a device that cannot send it. It shows the content
 * before the import.
 */
export function ImportFile() {
  const [chosen, setChosen] = useState<ReadFile | string>();
  const doImport = useImport();
  const begin = () => {
    doImport.reset();
    setChosen(undefined);
  };
  const choose = async (file: File) =>
    setChosen(await readExportedFile(file).catch(() => 'The file cannot be read.'));

  return (
    <Panel
      title="Import a file"
      lead="Import responses that somebody exported from their Sync Centre. Each is stored once, under their name, even if their device sends it too."
    >
      {chosen === undefined || typeof chosen === 'string' ? (
        <FileDrop
          icon={<IconFileImport size={32} stroke={1.4} aria-hidden />}
          words="Choose an exported file, or drop it here"
          hint={`.json, up to ${megabytes(largestExport)} MB`}
          accept=".json,application/json"
          refusal={chosen}
          onChoose={(file) => void choose(file)}
        />
      ) : (
        <Chosen read={chosen} doImport={doImport} onAgain={begin} />
      )}
    </Panel>
  );
}

type Props = { read: ReadFile; doImport: ReturnType<typeof useImport>; onAgain: () => void };

/** Shows what is in the file and, after the import, the outcome of each response. */
function Chosen({ read: { file, responses }, doImport, onAgain }: Props) {
  const isOnline = useIsOnline();
  const { data: imported, isPending, mutate } = doImport;
  const outcomes = imported?.responses;
  const { owner, exportedAt } = file;
  return (
    <>
      {/* A new element, which takes the focus: the button that had it is gone by then. */}
      <p key={String(!outcomes)} className={classes.about} ref={focusOn} tabIndex={-1}>
        {countWords(responses.length, 'response')} of <strong>{owner.name}</strong> ({owner.email}),
        exported {formatMoment(exportedAt)}
        {outcomes && `: ${importedWords(outcomes)}`}
      </p>
      <ImportedTable responses={responses} outcomes={outcomes} />
      <Group mt="md" justify="flex-end">
        {!isOnline && !outcomes && <span>Importing needs a connection.</span>}
        {outcomes && <CopyOutcomes responses={responses} outcomes={outcomes} />}
        <Button variant="default" disabled={isPending} onClick={onAgain}>
          Choose another file
        </Button>
        {!outcomes && (
          <Button loading={isPending} disabled={!isOnline} onClick={() => mutate(file)}>
            Import {countWords(responses.length, 'response')}
          </Button>
        )}
      </Group>
    </>
  );
}
