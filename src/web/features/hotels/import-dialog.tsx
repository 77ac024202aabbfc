import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

import {
  hotelImportFormats,
  largestHotelImport,
  type HotelImport,
} from '#domain/hotels/hotel-import.ts';
import { reasonOf } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/chosen-file.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import { ChooseFile } from './choose-file.tsx';
import { chooseFile, useImport, usePreview } from './import-hotels.ts';
import { ImportPreview } from './import-preview.tsx';
import { WaitForFile } from './wait-for-file.tsx';
import { hotelsNeedConnection } from './use-hotel-form.ts';

type Props = { opened: boolean; onClose: () => void };

const taken = { formats: hotelImportFormats, largest: largestHotelImport };

/** Checks a file. Returns what its import would do, or why it cannot be imported. */
function useLook() {
  const [refusal, setRefusal] = useState<string>();
  const preview = usePreview();
  const begin = () => {
    setRefusal(undefined);
    preview.reset();
  };
  // A toast reports the refusal at once. The dialog keeps it, so that it can be read while looking
  // for another file.
  const refuse = (reason: string) => {
    setRefusal(reason);
    toast.error('Import failed', reason);
  };
  const look = async (file: File) => {
    begin();
    toast.hide();
    const refused = refusalOf(file, taken);
    if (refused) return refuse(refused);
    try {
      preview.mutate(await chooseFile(file), {
        onError: (error) => refuse(reasonOf(error, 'Unknown error')),
      });
    } catch {
      refuse('The file cannot be read. Please choose it again.');
    }
  };
  return { refusal, preview, begin, look };
}

/** Shows three steps: choose a file, check what its import would do, import it. */
export function ImportDialog({ opened, onClose }: Props) {
  const { refusal, preview, begin, look } = useLook();
  const { mutate: doImport, isPending: isImporting, sent, data: done, reset } = useImport();
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });

  const again = () => {
    reset();
    begin();
  };
  const close = () => {
    onClose();
    // A running import continues, and shows again when the dialog is reopened.
    if (!isImporting) again();
  };
  const { variables: chosen } = preview;
  const outcome = done ?? preview.data;
  // When rows were refused, the dialog stays open so that they can be read and saved.
  const closeUnlessRefused = ({ refused }: HotelImport) => {
    if (refused > 0) return;
    onClose();
    again();
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
      <NeedsConnection>{hotelsNeedConnection}</NeedsConnection>
      {preview.isPending && <WaitForFile what={`Checking ${chosen?.file.name}`} />}
      {isImporting && outcome && <WaitForFile what="Importing" share={sent} mayLeave />}
      {!isImporting && outcome && chosen && (
        <ImportPreview
          fileName={chosen.file.name}
          outcome={outcome}
          onImport={() => doImport(chosen, { onSuccess: closeUnlessRefused })}
          onAgain={again}
          onClose={close}
        />
      )}
      {!outcome && !preview.isPending && (
        <ChooseFile refusal={refusal} onChoose={(file) => void look(file)} />
      )}
    </Dialog>
  );
}
