import { Button, Group } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';

import { largestExport, largestZip } from '#domain/sync/exported-file.ts';
import { megabytes } from '#web/lib/chosen-file.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { Panel } from '#web/ui/panel.tsx';

import { CopyOutcomes } from './copy-outcomes.tsx';
import classes from './import-file.module.css';
import type { ImportedEvidence } from './import-evidence.ts';
import { importedInWords, useImport } from './import-responses.ts';
import { ImportedTable } from './imported-table.tsx';
import { PlansInFile } from './plans-in-file.tsx';
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
      lead="Import responses, exit plans and photos that somebody exported from their Sync Centre. Each is stored once, under their name, even if their device sends it too."
    >
      {chosen === undefined || typeof chosen === 'string' ? (
        <FileDrop
          icon={<IconFileImport size={32} stroke={1.4} aria-hidden />}
          words="Choose an exported file, or drop it here"
          hint={`.json up to ${megabytes(largestExport)} MB, or .zip up to ${megabytes(largestZip)} MB`}
          accept=".json,application/json,.zip,application/zip"
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
function Chosen({ read, doImport, onAgain }: Props) {
  const { file, responses, evidence = [], plans = [] } = read;
  const isOnline = useIsOnline();
  const { data: imported, isPending, mutate } = doImport;
  const outcomes = imported?.responses;
  const about = file ?? plans[0] ?? evidence[0]?.about;
  if (!about) return null;
  const { owner, exportedAt } = about;
  const content = [
    responses.length > 0 && countWords(responses.length, 'response'),
    plans.length > 0 && countWords(plans.length, 'exit plan'),
    evidence.length > 0 && countWords(evidence.length, 'file'),
  ]
    .filter(Boolean)
    .join(' and ');
  return (
    <>
      {/* The key makes a new element after the import, which takes the focus. The button that had it is gone by
          then. */}
      <p key={String(!outcomes)} className={classes.about} ref={focusOn} tabIndex={-1}>
        {content} of <strong>{owner.name}</strong> ({owner.email}), exported{' '}
        {formatMoment(exportedAt)}
        {imported && `: ${importedInWords(imported)}`}
      </p>
      {responses.length > 0 && <ImportedTable responses={responses} outcomes={outcomes} />}
      <PlansInFile plans={plans} outcomes={imported?.plans} />
      <RefusedFiles files={imported?.files ?? []} />
      <Group mt="md" justify="flex-end">
        {!isOnline && !outcomes && <span>Importing needs a connection.</span>}
        {outcomes && responses.length > 0 && (
          <CopyOutcomes responses={responses} outcomes={outcomes} />
        )}
        <Button variant="default" disabled={isPending} onClick={onAgain}>
          Choose another file
        </Button>
        {!outcomes && (
          <Button loading={isPending} disabled={!isOnline} onClick={() => mutate(read)}>
            Import {content}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Says why files were refused. Renders nothing when none was. */
function RefusedFiles({ files }: { files: readonly ImportedEvidence[] }) {
  const refused = files.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return null;
  return (
    <ul>
      {refused.map(({ fileId, name, refusal }) => (
        <li key={fileId}>
          {name}: {refusal}
        </li>
      ))}
    </ul>
  );
}
