import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';

import { plural } from '#domain/plural.ts';
import { countWords } from '#web/lib/format.ts';
import type { Leaving } from '#web/offline/store/device-database.ts';
import { countAll, type WaitingWork } from '#web/offline/seal/leave-device.ts';

/**
 * Asks what to do with unsent work that this browser cannot encrypt: encryption needs https, and a
 * key from the server. Returns null when the person stays signed in.
 */
export function askUnlocked(waiting: WaitingWork): Promise<Leaving | null> {
  return new Promise((answer) => {
    const close = (leaving: Leaving | null) => () => {
      answer(leaving);
      modals.close(id);
    };
    const id = modals.open({
      title: 'Log out with unsent work?',
      onClose: () => answer(null),
      children: (
        <>
          <Text size="md">
            {wordsOf(waiting)} on this device only, and cannot be locked here:{' '}
            {window.isSecureContext
              ? 'the server has not given this device a key yet.'
              : 'browsers do that over https only.'}{' '}
            If you keep it, whoever uses this device can read it. If you delete it, it is lost.
          </Text>
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" data-autofocus onClick={close(null)}>
              Stay signed in
            </Button>
            <Button variant="default" onClick={close('keep')}>
              Keep it and log out
            </Button>
            <Button color="red" onClick={close('remove')}>
              Delete it and log out
            </Button>
          </Group>
        </>
      ),
    });
  });
}

function wordsOf(waiting: WaitingWork): string {
  const { finished, underWay, changes, files, plans } = waiting;
  const parts = [
    finished > 0 && countWords(finished, 'response'),
    changes > 0 && countWords(changes, 'hotel change'),
    plans > 0 && countWords(plans, 'unagreed exit plan'),
    files > 0 && countWords(files, 'file'),
    underWay > 0 && `${countWords(underWay, 'interview')} under way`,
  ].filter(Boolean);
  return `${parts.join(' and ')} ${plural(countAll(waiting), 'is', 'are')}`;
}
