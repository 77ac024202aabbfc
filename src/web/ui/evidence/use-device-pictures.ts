import { useEffect, useState } from 'react';

import { bytesOf } from '#web/offline/files/kept-files.ts';
import { currentStore, hasStore } from '#web/offline/store/store.ts';
import type { ShownFile } from './shown-files.ts';

/** The addresses of a file's bytes, valid in this page. */
export type DevicePicture = { src: string; thumbnail: string };
export type DevicePictures = ReadonlyMap<string, DevicePicture | null>;

const none: DevicePictures = new Map();

/**
 * Reads the files that only this device can show, one after another. The map has null for a file whose bytes
 * are no longer on this device. The addresses become invalid when the person leaves the screen.
 */
export function useDevicePictures(files: readonly ShownFile[]): DevicePictures {
  const [pictures, show] = useState(none);
  const wanted = files
    .filter(({ place }) => place === 'device')
    .map(({ fileId }) => fileId)
    .join();
  useEffect(() => {
    if (wanted === '') return undefined;
    const reading = new AbortController();
    const addresses: string[] = [];
    const addressOf = (bytes: ArrayBuffer) => {
      const address = URL.createObjectURL(new Blob([bytes]));
      addresses.push(address);
      return address;
    };
    const read = async () => {
      const found = new Map<string, DevicePicture | null>();
      for (const id of wanted.split(',')) {
        const kept = hasStore() ? await bytesOf(currentStore(), id) : undefined;
        if (reading.signal.aborted) return;
        const src = kept && addressOf(kept.bytes);
        const thumbnail = kept?.thumbnail && addressOf(kept.thumbnail);
        found.set(id, src ? { src, thumbnail: thumbnail ?? src } : null);
      }
      show(found);
    };
    // If the store cannot be read, show no pictures of this device.
    void read().catch(() => undefined);
    return () => {
      reading.abort();
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, [wanted]);
  return wanted === '' ? none : pictures;
}
