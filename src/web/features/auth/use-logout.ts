import { plural } from '#domain/plural.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { canSealFor } from '#web/offline/device-account.ts';
import type { Leaving } from '#web/offline/device-database.ts';
import { countAll, countWaiting, leaveDevice } from '#web/offline/leave-device.ts';
import { useSyncStatus } from '#web/offline/sync-status.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { askUnlocked } from './ask-unlocked.tsx';

/**
 * Returns a function that signs out. With unsent work on the device, it asks first (rule 30). It
 * deletes what was cached and encrypts what must stay (rule 45).
 */
export function useLogout(): () => Promise<void> {
  const person = useCurrentUser();
  const { pendingCount, pendingWords } = useSyncStatus();
  return async () => {
    const leaving = await askHow(person.id, pendingCount, pendingWords);
    if (leaving) await leaveDevice(person, leaving);
  };
}

/** Returns what to do with the person's data; null when the person decides to stay signed in. */
async function askHow(
  userId: number,
  pendingCount: number,
  pendingWords: string,
): Promise<Leaving | null> {
  if (await canSealFor(userId).catch(() => false)) {
    if (pendingCount > 0 && !(await askToLeave(pendingCount, pendingWords))) return null;
    return 'seal';
  }
  // Count now. The header's count is 0 until the store was first read, and what is not encrypted
  // here is deleted.
  const waiting = await countWaiting(userId).catch(() => null);
  if (!waiting) return 'keep';
  return countAll(waiting) === 0 ? 'remove' : askUnlocked(waiting);
}

function askToLeave(pendingCount: number, words: string): Promise<boolean> {
  const say = (one: string, many: string) => plural(pendingCount, one, many);
  return confirm({
    title: 'Log out with unsent work?',
    message: `${words} ${say('has', 'have')} not reached the server yet. ${say('It stays', 'They stay')} on this device, locked so that nobody can read ${say('it', 'them')}, and ${say('is', 'are')} sent when you sign in here again.`,
    confirmLabel: 'Log out',
    cancelLabel: 'Stay signed in',
  });
}
