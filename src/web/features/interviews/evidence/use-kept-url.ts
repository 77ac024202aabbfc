import { useEffect, useState } from 'react';

import { bytesOf } from '#web/offline/files/kept-files.ts';
import type { FileBytes, StoredFile } from '#web/offline/store/records.ts';
import { currentStore } from '#web/offline/store/store.ts';

/** The picture itself, or its thumbnail. */
type Part = 'bytes' | 'thumbnail';

/**
 * Returns addresses for pictures that this device keeps, by their client id. A picture whose bytes are no
 * longer here has no address, nor has any while the store cannot be read. Undefined until they are read.
 */
export function useKeptUrls(
  files: readonly StoredFile[],
  part: Part,
): ReadonlyMap<string, string> | undefined {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>();
  const ids = files.map(({ clientId }) => clientId).join(' ');
  useEffect(() => {
    const made = new Map<string, string>();
    let isOver = false;
    const read = async () => {
      const reading = Promise.all(ids.split(' ').map((id) => bytesOf(currentStore(), id)));
      const kept = await reading.catch(() => []);
      if (isOver) return;
      for (const one of kept) if (one) addUrl(made, one, part);
      setUrls(made);
    };
    if (ids !== '') void read();
    return () => {
      isOver = true;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [ids, part]);
  return urls;
}

function addUrl(urls: Map<string, string>, kept: FileBytes, part: Part): void {
  const bytes = kept[part];
  // The browser looks at the bytes to see whether it is a JPEG or a PNG.
  if (bytes) urls.set(kept.clientId, URL.createObjectURL(new Blob([bytes])));
}
