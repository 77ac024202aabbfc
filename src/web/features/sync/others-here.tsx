import { Button } from '@mantine/core';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { detailOf } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { forgetPerson, waitingHere, type WaitingHere } from '#web/offline/seal/device-account.ts';
import { countAll, countWaiting } from '#web/offline/seal/leave-device.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { toast } from '#web/ui/notices/toast.ts';

import { importOthers, takeOverOthers } from './import-others.ts';
import { tellImported } from './import-responses.ts';
import { waitingDevicesKey } from './interviews-elsewhere.tsx';

/** Shows Admins what other people left on this device. Renders nothing when there is nothing. */
export function OthersHere() {
  const others = useStored(() => waitingHere());
  if (!others || others.length === 0) return null;
  return (
    <Panel
      title="Interviews of other people on this device"
      lead="When an account has ended, you can import its finished interviews with their files, under their author's name. You can take over its unfinished interviews, hotel changes and exit plans that nobody agreed."
    >
      <RecordList>
        {others.map((one) => (
          <OfOne key={one.userId} one={one} />
        ))}
      </RecordList>
    </Panel>
  );
}

function OfOne({ one }: { one: WaitingHere }) {
  const isOnline = useIsOnline();
  const client = useQueryClient();
  const { userId, initials, finished, underWay, changes, files, plans, ended } = one;
  const unfinished = underWay + changes + plans;
  const doImport = useMutation({
    mutationFn: () => importOthers(userId),
    onSuccess: async (imported) => {
      tellImported(imported);
      await dropIfEmpty(userId, client);
      await client.invalidateQueries();
    },
    onError: (error) => toast.failure('Import failed', error),
  });
  const doTakeOver = useMutation({
    mutationFn: () => takeOverOthers(userId),
    onSuccess: async () => {
      await dropIfEmpty(userId, client);
      toast.success('Taken over', `${unfinishedWords(one)}: yours from now on.`);
    },
    onError: (error) => toast.error('The interviews were not taken over', detailOf(error)),
  });
  return (
    <RecordRow title={`Interviews of ${initials}`} details={detailsOf(one)}>
      {!ended && `Sent when ${initials} signs in here`}
      {ended && finished + files > 0 && (
        <Button
          loading={doImport.isPending}
          disabled={!isOnline}
          onClick={() => doImport.mutate()}
          aria-label={`Import the interviews of ${initials}`}
        >
          Import
        </Button>
      )}
      {ended && unfinished > 0 && (
        <Button
          variant="light"
          loading={doTakeOver.isPending}
          disabled={!isOnline}
          onClick={() => doTakeOver.mutate()}
          aria-label={`Take over the unfinished interviews of ${initials}`}
        >
          Take over
        </Button>
      )}
      {ended && finished === 0 && unfinished > 0 && (
        <Button
          variant="default"
          aria-label={`Remove the unfinished interviews of ${initials}`}
          onClick={() => void remove(one, client)}
        >
          Remove
        </Button>
      )}
    </RecordRow>
  );
}

/** Deletes what is left of a person once nothing of their work waits here. */
async function dropIfEmpty(userId: number, client: QueryClient): Promise<void> {
  if (countAll(await countWaiting(userId)) === 0) await drop(userId, client);
}

/** Deletes what is left of a person here. The list of devices on which interviews wait is then read again. */
async function drop(userId: number, client: QueryClient): Promise<void> {
  await forgetPerson(fetch, userId);
  await client.invalidateQueries({ queryKey: waitingDevicesKey });
}

function detailsOf({ finished, underWay, changes, files, plans }: WaitingHere): string {
  const parts = [
    finished > 0 && `${finished} finished`,
    underWay > 0 && `${underWay} unfinished`,
    changes > 0 && countWords(changes, 'hotel change'),
    plans > 0 && countWords(plans, 'unagreed exit plan'),
    files > 0 && countWords(files, 'file'),
  ];
  return parts.filter(Boolean).join(', ');
}

function unfinishedWords({ underWay, changes, plans }: WaitingHere): string {
  return [
    underWay > 0 && countWords(underWay, 'unfinished interview'),
    changes > 0 && countWords(changes, 'hotel change'),
    plans > 0 && countWords(plans, 'unagreed exit plan'),
  ]
    .filter(Boolean)
    .join(' and ');
}

async function remove(one: WaitingHere, client: QueryClient): Promise<void> {
  const { userId, initials, files } = one;
  const more =
    files > 0 ? ` with ${countWords(files, 'photo or other file', 'photos or other files')}` : '';
  const isSure = await confirm({
    title: 'Remove unfinished work?',
    message: `${unfinishedWords(one)} of ${initials}${more} will be deleted from this device, with all answers. Take over what somebody could still complete.`,
    confirmLabel: 'Remove',
    cancelLabel: 'Keep',
    danger: true,
  });
  if (isSure) await onDevice('Not removed', () => drop(userId, client));
}
