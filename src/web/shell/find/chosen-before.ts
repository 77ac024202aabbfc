import { z } from 'zod';

import { keepBesides } from '#web/offline/readings/cache.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';

const name = 'find-anything chosen';
const schema = z.array(z.string());
const most = 8;

/** Returns the keys of earlier choices on this device, the latest first. */
export async function readChosenBefore(db: OfflineDatabase): Promise<string[]> {
  const stored = await db.cached.get(name);
  return schema.safeParse(stored?.value).data ?? [];
}

/** Stores a key as the latest choice. This is a convenience, so a failure is ignored. */
export async function noteChosen(key: string, before: readonly string[]): Promise<void> {
  const keys = [key, ...before.filter((one) => one !== key)].slice(0, most);
  await keepBesides(name, keys).catch(() => undefined);
}
