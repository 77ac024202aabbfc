import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { can } from '#domain/people/person.ts';
import type { Waiver } from '#domain/waivers/waiver.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatDay } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useRevokeWaiver, waiversQuery } from '#web/ui/waivers/save-waiver.ts';
import classes from './overview.module.css';

/** Shows the hotel's waivers that are in force or begin later. Admins can revoke them here. */
export function WaiversPanel({ hotelId }: { hotelId: number }) {
  const { data, error, refetch } = useQuery(waiversQuery(hotelId));
  const shown = data?.value.filter(({ state }) => state === 'in force' || state === 'to come');
  return (
    <Panel title="Waivers" lead="Questions that do not count at this hotel.">
      {error && !data && (
        <LoadError
          title="The waivers could not be loaded"
          offline="The waivers need a connection"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={classes.waivers}>
        {shown?.map((waiver) => (
          <Shown key={waiver.id} hotelId={hotelId} waiver={waiver} />
        ))}
      </ul>
    </Panel>
  );
}

function Shown({ hotelId, waiver }: { hotelId: number; waiver: Waiver }) {
  const { question, questionKey, reason, validFrom, validTo, state, grantedBy } = waiver;
  const name = question ? [question.name, question.text].filter(Boolean).join(' ') : questionKey;
  const days =
    state === 'in force'
      ? `Until ${formatDay(validTo)}`
      : `From ${formatDay(validFrom)} to ${formatDay(validTo)}`;
  return (
    <li>
      <div>
        <p>{name}</p>
        <p className={classes.soft}>{reason}</p>
        <p className={classes.soft}>
          {days}. Granted by {grantedBy ?? 'someone who has left'}.
        </p>
      </div>
      <Revoke hotelId={hotelId} waiver={waiver} name={name} />
    </li>
  );
}

function Revoke({ hotelId, waiver, name }: { hotelId: number; waiver: Waiver; name: string }) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useRevokeWaiver(hotelId);
  if (!can(useCurrentUser(), 'waivers.grant')) return null;
  const revoke = async () => {
    const isSure = await confirm({
      title: 'Revoke this waiver?',
      message: `“${name}” counts again in interviews that are completed from now on. Those before stay as they are.`,
      confirmLabel: 'Revoke waiver',
      cancelLabel: 'Keep waiver',
      danger: true,
    });
    if (isSure) mutate(waiver);
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Revoke the waiver of ${name}`}
      disabled={!isOnline}
      loading={isPending}
      onClick={() => void revoke()}
    >
      Revoke
    </Button>
  );
}
