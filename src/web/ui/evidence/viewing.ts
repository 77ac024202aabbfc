import { createContext, useContext } from 'react';

import { can, type Person } from '#domain/people/person.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import type { ShownFile } from './shown-files.ts';
import type { DevicePictures } from './use-device-pictures.ts';

/** Whether a person may delete a file: `own` without a reason, `with-reason` as an Admin, or `no`. */
export type DeletionRight = 'own' | 'with-reason' | 'no';

type Viewing = {
  onDevice: DevicePictures;
  canDelete: (file: ShownFile) => DeletionRight;
  /** Opens the light box at this file. */
  open: (fileId: string) => void;
  /** Loads the light box, so that it opens at once. */
  prepare: () => void;
};

/** The context that `EvidenceViewer` provides to the files within it. */
export const Viewing = createContext<Viewing>({
  onDevice: new Map(),
  canDelete: () => 'no',
  open: () => undefined,
  prepare: () => undefined,
});

/** Returns whether the person may delete a file that can be seen here. */
export function deletionRight(
  { place, isHeld, takenById }: ShownFile,
  person: Person,
): DeletionRight {
  if (place === 'awaited' || place === 'unknown') return 'no';
  // The signed-in person took every file that is on this device.
  if (!isHeld || place === 'device' || takenById === person.id) return 'own';
  return can(person, 'evidence.deleteAny') ? 'with-reason' : 'no';
}

export const useViewing = () => useContext(Viewing);

/** Returns the address of a file's bytes; undefined when they cannot be loaded here now. */
export function addressOf(
  { fileId, place, hasThumbnail }: ShownFile,
  onDevice: DevicePictures,
  part: 'file' | 'thumbnail',
): string | undefined {
  if (place === 'server')
    return evidencePath(fileId, part === 'thumbnail' && hasThumbnail ? 'thumbnail' : 'file');
  if (place !== 'device') return undefined;
  return onDevice.get(fileId)?.[part === 'thumbnail' ? 'thumbnail' : 'src'];
}
