import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

import { ChooseFile } from './choose-file.tsx';
import { chooseFile, reasonOf, refusalOf, useImport, usePreview } from './import-hotels.ts';
import { ImportPreview } from './import-preview.tsx';
import { NeedsConnection } from './needs-connection.tsx';
import { WaitForFile } from './wait-for-file.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Choose a file, see what its import would do, then do it. */
export function ImportDialog({ opened, onClose }: Props) {
  const [refusal, setRefusal] = useState<string>();
  const preview = usePreview();
  const { mutate: doImport, isPending: isImporting, sent } = useImport();
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });

  const begin = () => {
    setRefusal(undefined);
    preview.reset();
  };
  const look = async (file: File) => {
    begin();
    const refused = refusalOf(file);
    if (refused) return setRefusal(refused);
    try {
      preview.mutate(await chooseFile(file), { onError: (error) => setRefusal(reasonOf(error)) });
    } catch {
      setRefusal('The file cannot be read. Please choose it again.');
    }
  };
  const close = () => {
    onClose();
    // An import under way goes on, and is there to be seen when the dialog opens again.
    if (!isImporting) begin();
  };
  const { data: outcome, variables: chosen } = preview;
  const closeWhenDone = () => {
    onClose();
    begin();
  };

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Import Hotels"
      size="44rem"
      fullScreen={isNarrow}
      transitionProps={{ exitDuration: 0 }}
    >
      <NeedsConnection />
      {preview.isPending && <WaitForFile what={`Checking ${chosen?.file.name}`} />}
      {isImporting && outcome && <WaitForFile what="Importing" share={sent} mayLeave />}
      {!isImporting && outcome && chosen && (
        <ImportPreview
          fileName={chosen.file.name}
          outcome={outcome}
          onImport={() => doImport(chosen, { onSuccess: closeWhenDone })}
          onAgain={begin}
        />
      )}
      {!outcome && !preview.isPending && (
        <ChooseFile refusal={refusal} onChoose={(file) => void look(file)} />
      )}
    </Dialog>
  );
}
