import { inject } from 'vitest';

import type { Connection } from '#server/db/connection/connect.ts';
import { copyTemplate, type CopiedDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
  }
}

/** Makes a new copy of the run's template database. `close` drops it again. */
export function openTestDatabase(limits: { lockTimeout?: number } = {}): Promise<CopiedDatabase> {
  return copyTemplate(inject('connection'), limits);
}
