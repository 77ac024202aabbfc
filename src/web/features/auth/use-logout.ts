import { plural } from '#domain/plural.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { canSealFor } from '#web/offline/device-account.ts';
import type { Leaving } from '#web/offline/device-database.ts';
import { countAll, countWaiting, leaveDevice } from '#web/offline/leave-device.ts';
import { countLeft } from '#web/offline/sync-status.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { askUnlocked } from './ask-unlocked.tsx';

/**
 * Returns a function that signs out. With unsent work on the device, it asks first (rule 30). It
 * deletes what was cached and encrypts what must stay (rule 45).
 */
export function useLogout(): () => Promise<void> {
  const person = useCurrentUser();
  return async () => {
    const leaving = await askHow(person.id);
    if (leaving) await leaveDevice(person, leaving);
  };
}

/** Returns what to do with the person's data; null when the person decides to stay signed in. */
async function askHow(userId: number): Promise<Leaving | null> {
  // Count now. The header's count is 0 until the sync was loaded and the store first read, and what is
  // not encrypted here is deleted.
  if (await canSealFor(userId).catch(() => false)) {
    const { count, words } = await countLeft();
    return count > 0 && !(await askToLeave(count, words)) ? null : 'seal';
  }
  const waiting = await countWaiting(userId).catch(() => null);
  if (!waiting) return 'keep';
  return countAll(waiting) === 0 ? 'remove' : askUnlocked(waiting);
}

function askToLeave(count: number, words: string): Promise<boolean> {
  const say = (one: string, many: string) => plural(count, one, many);
  return confirm({
    title: 'Log out with unsent work?',
    message: `${words} ${say('has', 'have')} not reached the server yet. ${say('It stays', 'They stay')} on this device, locked so that nobody can read ${say('it', 'them')}, and ${say('is', 'are')} sent when you sign in here again.`,
    confirmLabel: 'Log out',
    cancelLabel: 'Stay signed in',
  });
}
