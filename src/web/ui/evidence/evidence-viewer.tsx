import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

import { useCurrentUser } from '#web/lib/current-user.ts';
import { DeleteEvidence } from './delete-evidence.tsx';
import { nameOfFile } from './evidence-words.ts';
import type { ShownFile } from './shown-files.ts';
import { useDevicePictures, type DevicePictures } from './use-device-pictures.ts';
import { addressOf, deletionRight, Viewing } from './viewing.ts';

const load = () => import('#web/ui/dialogs/light-box.tsx');
const LightBox = lazy(async () => ({ default: (await load()).LightBox }));

type Props = {
  /** Every file of the screen. The light box shows the pictures in this order. */
  files: readonly ShownFile[];
  /** Called with whether a picture is open. A dialog around it must ignore Escape meanwhile. */
  onViewing?: (is: boolean) => void;
  children: ReactNode;
};

/** Opens the pictures of the files within it in a light box, which is loaded when it is needed. */
export function EvidenceViewer({ files, onViewing, children }: Props) {
  const onDevice = useDevicePictures(files);
  const person = useCurrentUser();
  const [opened, open] = useState<string>();
  const pictures = picturesOf(files, onDevice);
  const start = pictures.findIndex(({ key }) => key === opened);
  const isViewing = start >= 0;
  useEffect(() => {
    onViewing?.(isViewing);
    return () => onViewing?.(false);
  }, [isViewing, onViewing]);
  const canDelete = (file: ShownFile) => deletionRight(file, person);
  const close = () => open(undefined);
  const footer = (key: string) => {
    const file = files.find(({ fileId }) => fileId === key);
    const right = file ? canDelete(file) : 'no';
    if (!file || right === 'no') return null;
    return <DeleteEvidence key={key} file={file} right={right} onDone={close} />;
  };
  return (
    <Viewing value={{ onDevice, canDelete, open, prepare: () => void load() }}>
      {children}
      {isViewing && (
        <Suspense>
          <LightBox pictures={pictures} start={start} onClose={close} footer={footer} />
        </Suspense>
      )}
    </Viewing>
  );
}

/** Returns the pictures that can be seen here. */
function picturesOf(files: readonly ShownFile[], onDevice: DevicePictures) {
  return files
    .filter(({ kind }) => kind !== 'document')
    .flatMap((file, place, all) => {
      const src = addressOf(file, onDevice, 'file');
      const { fileId: key, caption } = file;
      // The picture's number among the files of its question.
      const before = all.slice(0, place).filter((one) => one.questionId === file.questionId);
      return src ? [{ key, src, alt: nameOfFile(file, before.length + 1), caption }] : [];
    });
}
