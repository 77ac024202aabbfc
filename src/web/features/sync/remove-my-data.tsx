import { Button } from '@mantine/core';

import { plural } from '#domain/plural.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { countAll, countWaiting, leaveDevice } from '#web/offline/seal/leave-device.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';

/**
 * Signs out and deletes everything that this device stores about the person, including unsent work.
 */
export function RemoveMyData() {
  const person = useCurrentUser();
  const ask = async () => {
    const isSure = await confirm({
      title: 'Remove your data from this device?',
      message: await messageFor(person.id),
      confirmLabel: 'Remove my data and log out',
      cancelLabel: 'Keep my data',
      danger: true,
      staysInRow: true,
    });
    if (isSure) await leaveDevice(person, 'remove');
  };
  const remove = () => onDevice('Nothing was removed', ask);
  return (
    <Button variant="default" onClick={() => void remove()}>
      Remove my data from this device
    </Button>
  );
}

async function messageFor(userId: number): Promise<string> {
  const waiting = await countWaiting(userId);
  const { finished, underWay, changes, files, plans } = waiting;
  const lost = [
    finished > 0 && countWords(finished, 'finished interview'),
    underWay > 0 && `${countWords(underWay, 'interview')} under way`,
    changes > 0 && countWords(changes, 'hotel change'),
    plans > 0 && countWords(plans, 'unagreed exit plan'),
    files > 0 && countWords(files, 'photo or other file', 'photos or other files'),
  ].filter(Boolean);
  const rest = 'You are logged out, and everything that you saw here is deleted from this device.';
  if (lost.length === 0) return `${rest} Nothing unsent is lost.`;
  return `${lost.join(' and ')} that the server may not have ${plural(countAll(waiting), 'is', 'are')} lost for good. ${rest}`;
}
