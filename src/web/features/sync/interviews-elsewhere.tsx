import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { waitingDeviceSchema, type WaitingDevice } from '#domain/sync/device.ts';
import { call, detailOf } from '#web/lib/api.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const path = '/api/devices/waiting';
export const waitingDevicesKey = ['devices-waiting'];

/**
 * Shows Admins everybody's devices on which interviews wait, as each device reported at its last
 * contact.
 */
export function InterviewsElsewhere() {
  const devices = useQuery({
    queryKey: waitingDevicesKey,
    queryFn: ({ signal }) => call({ path, schema: z.array(waitingDeviceSchema), signal }),
    refetchOnMount: 'always',
  });
  if (!devices.data) {
    if (!devices.error) return null;
    return <Panel title="Interviews waiting on devices">{detailOf(devices.error)}</Panel>;
  }
  if (devices.data.length === 0) return null;
  return (
    <Panel
      title="Interviews waiting on devices"
      lead="As each device reported at its last contact. If an account has ended, sign in on that device to import its interviews."
    >
      <RecordList>
        {devices.data.map((one) => (
          <RecordRow
            key={`${one.userId} ${one.device} ${one.since} ${one.reportedAt}`}
            title={`${one.userName}, ${one.device}`}
            details={`${countWords(one.waiting, 'interview')} waiting since ${formatMoment(one.since)}, last contact ${formatMoment(one.reportedAt)}`}
          >
            <StatusBadge tone={one.account === 'active' ? 'neutral' : 'warn'}>
              {accountWords[one.account]}
            </StatusBadge>
          </RecordRow>
        ))}
      </RecordList>
    </Panel>
  );
}

const accountWords: Readonly<Record<WaitingDevice['account'], string>> = {
  active: 'Active account',
  deactivated: 'Deactivated account',
  deleted: 'Deleted account',
};
