import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';

import { ownSessionSchema, type OwnSession } from '#domain/people/sign-in.ts';
import { call, detailOf } from '#web/lib/api.ts';
import { formatAgo, formatMoment } from '#web/lib/format.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import { Say } from '#web/ui/notices/say.tsx';
import classes from './signed-in-devices.module.css';

/** Read again each time the dialog opens, because other devices come and go. */
const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) =>
    call({ path: '/api/auth/sessions', schema: z.array(ownSessionSchema), signal }),
  staleTime: 0,
});

/**
 * Shows where the person is signed in, and lets them sign out there, for example from a tablet that
 * was left behind or lent.
 */
export function SignedInDevices() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [now] = useState(Date.now);
  const { end, isEnding } = useEndSessions();
  if (error && !data)
    return (
      <LoadError
        title="Your devices could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Waiting />;
  const hasOthers = data.some(({ isThis }) => !isThis);
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {hasOthers
          ? 'Sign out where you do not know the device, or no longer have it. Work that waits on it stays there until you sign in on it again.'
          : 'You are signed in on this device only.'}
      </Text>
      <ul className={classes.devices} aria-label="Signed-in devices">
        {data.map((session) => (
          <Device key={session.id} {...{ session, now, isEnding }} onEnd={() => end(session)} />
        ))}
      </ul>
      {hasOthers && (
        <Button variant="default" disabled={isEnding} onClick={() => end('others')}>
          Sign out all others
        </Button>
      )}
    </Stack>
  );
}

type DeviceProps = { session: OwnSession; now: number; isEnding: boolean; onEnd: () => void };

function Device({ session, now, isEnding, onEnd }: DeviceProps) {
  const { device, createdAt, lastSeenAt, isThis } = session;
  const times = useId();
  return (
    <li className={classes.device}>
      <div className={classes.words}>
        <span className={classes.name}>{device}</span>
        {isThis && <StatusBadge tone="good">This device</StatusBadge>}
        <div id={times} className={classes.times}>
          Signed in {formatMoment(createdAt)}
          {!isThis && `, last seen ${formatAgo(lastSeenAt, now)}`}
        </div>
      </div>
      {!isThis && (
        <Button
          variant="default"
          aria-label={`Sign out ${device}`}
          aria-describedby={times}
          disabled={isEnding}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function Waiting() {
  return (
    <Stack gap="md">
      <Say words="Loading your devices" />
      {Array.from({ length: 3 }, (_, index) => (
        <Skeleton key={index} height={64} />
      ))}
    </Stack>
  );
}

type Which = OwnSession | 'others';

/** Asks, then ends the session on the other device and updates the list. */
function useEndSessions() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (which: Which) =>
      call({
        ...(which === 'others'
          ? { method: 'POST', path: '/api/auth/sessions/end-others' }
          : { method: 'DELETE', path: `/api/auth/sessions/${which.id}` }),
        schema: z.null(),
      }),
    onSuccess: (_, which) => toast.success('Signed out', `${nameOf(which)} signed out.`),
    onError: (error, which) => toast.error('Not signed out', `${failed(which)} ${detailOf(error)}`),
    // After a refusal as well: sessions that have ended meanwhile then leave the list.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const end = async (which: Which) => {
    if (await askToEnd(which)) mutate(which);
  };
  return { end: (which: Which) => void end(which), isEnding: isPending };
}

function nameOf(which: Which): string {
  return which === 'others' ? 'All your other devices are' : `${which.device} is`;
}

function failed(which: Which): string {
  return `${nameOf(which)} still signed in.`;
}

function askToEnd(which: Which): Promise<boolean> {
  return confirm({
    title: which === 'others' ? 'Sign out all others?' : 'Sign out this device?',
    message:
      which === 'others'
        ? 'You stay signed in here. Your other devices will ask for your password again.'
        : `${which.device} is signed out and will ask for your password again.`,
    confirmLabel: which === 'others' ? 'Sign out all others' : 'Sign out',
    danger: true,
  });
}
