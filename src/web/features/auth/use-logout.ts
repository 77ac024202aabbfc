import { plural } from '#domain/plural.ts';
import { allFilesStored } from '#web/offline/files/pending-files.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { canSealFor } from '#web/offline/seal/device-account.ts';
import type { Leaving } from '#web/offline/store/device-database.ts';
import { countAll, countWaiting, leaveDevice } from '#web/offline/seal/leave-device.ts';
import { countBehind, countLeft } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
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
  // Photos that are still being stored count too.
  await allFilesStored();
  // Count now. The header's count is 0 until the sync was loaded and the store first read, and what is
  // not encrypted here is deleted.
  if (await canSealFor(userId).catch(() => false)) {
    return (await mayLock()) ? 'seal' : null;
  }
  const waiting = await countWaiting(userId).catch(() => null);
  if (!waiting) return 'keep';
  return countAll(waiting) === 0 ? 'remove' : askUnlocked(waiting);
}

/** Asks where the person would lose something by signing out now: unsent work, or the way back. */
async function mayLock(): Promise<boolean> {
  const { count, words } = await countLeft();
  const underWay = await countBehind();
  const interviews = countWords(underWay, 'interview under way', 'interviews under way');
  const all = [words, underWay > 0 ? interviews : ''].filter(Boolean).join(' and ');
  if (all !== '') return askToLeave(count + underWay, all);
  return connection.isOnline || askOffline();
}

function askOffline(): Promise<boolean> {
  return confirm({
    title: 'Log out without a connection?',
    message: 'You can sign in again only when this device has a connection.',
    confirmLabel: 'Log out',
    cancelLabel: 'Stay signed in',
  });
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
