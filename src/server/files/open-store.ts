import { join } from 'node:path';

import type { Config } from '#server/config.ts';
import { folderStore, type DocumentStore } from './document-store.ts';

/** Returns the store that the settings name: a bucket, or else a folder below DATA_DIR. */
export async function openStore(
  { s3, dataDir }: Config,
  say: (line: string) => void,
): Promise<DocumentStore> {
  if (!s3) return folderStore(join(dataDir, 'documents'));
  const { s3Store } = await import('./s3-store.ts');
  const store = s3Store(s3);
  if (!(await store.check()))
    say('The document storage does not answer yet: documents can be neither kept nor read.');
  return store;
}
