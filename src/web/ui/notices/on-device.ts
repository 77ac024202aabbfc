import { isFull } from '#web/offline/store/durably.ts';

import { toast } from './toast.ts';

/**
 * Runs what a person asked this device to do, such as to discard a record. If the device refuses, for example
 * because its storage is full, a toast says so below `title`. Returns whether it was done.
 *
 * @param title what did not happen: "Not discarded"
 */
export async function onDevice(title: string, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    toast.error(title, isFull(error) ? noRoom : refused);
    return false;
  }
}

const noRoom = 'There is no room on this device. Delete something else on it, then try again.';
const refused = 'This device could not do it. Please try again.';
