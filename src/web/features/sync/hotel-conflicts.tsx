import { Button } from '@mantine/core';

import { declarationOf, type HotelField } from '#domain/hotels/hotel-fields.ts';
import type { Present } from '#domain/problems/problem.ts';
import { formatDay, formatMoment } from '#web/lib/format.ts';
import type { HotelEdit } from '#web/offline/store/records.ts';
import { contentOf, fieldsOf, keepOwn } from '#web/offline/outbox/hotel-edit.ts';
import { discardRecord, kinds } from '#web/offline/outbox/kinds.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { syncNow } from '#web/offline/sync/sync-status.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ServerBesideOwn } from '#web/ui/responses/server-beside-own.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Say } from '#web/ui/notices/say.tsx';
import { toast } from '#web/ui/notices/toast.ts';

import classes from './hotel-conflicts.module.css';
import { MoreRecords } from './more-records.tsx';
import { useRecords } from './use-records.ts';

/**
 * Shows hotel changes where somebody else has changed the same field meanwhile. Renders nothing
 * when there are none.
 */
export function HotelConflicts() {
  const conflicts = useRecords(kinds.hotelEdit, 'decide');
  if (!conflicts || conflicts.count === 0) return null;
  return (
    <>
      {conflicts.records.map((edit) => (
        <Conflict key={edit.clientId} edit={edit} />
      ))}
      <MoreRecords {...conflicts} />
    </>
  );
}

function Conflict({ edit }: { edit: HotelEdit }) {
  const { present, clientId, about, madeAt } = edit;
  if (!present) return null;
  const { fields } = contentOf(edit);
  const takeServers = async () => {
    const isDropped = await onDevice('Your change was not dropped', () =>
      discardRecord(kinds.hotelEdit, currentStore(), clientId),
    );
    if (!isDropped) return;
    toast.success('Your change was dropped', `${about.hotelName} stays as it is on the server.`);
  };
  const keepMine = async () => {
    const isKept = await onDevice('Your choice was not stored', () =>
      keepOwn(currentStore(), clientId),
    );
    if (isKept) await syncNow();
  };
  const made = formatMoment(new Date(madeAt).toISOString());
  return (
    <Panel
      title={`${about.hotelName} was changed meanwhile`}
      lead={`You changed it on this device ${made}. Choose which one counts.`}
    >
      <Say words={`${about.hotelName} was changed meanwhile. Choose which one counts.`} />
      <dl className={classes.fields}>
        {fieldsOf(edit).map((field) => (
          <Field key={field} field={field} present={present} own={fields[field]} />
        ))}
      </dl>
      <div className={classes.acts}>
        <Button
          aria-label={`Keep mine for ${about.hotelName}`}
          variant="default"
          onClick={() => void keepMine()}
        >
          Keep mine
        </Button>
        <Button
          aria-label={`Keep the server’s for ${about.hotelName}`}
          variant="default"
          onClick={() => void takeServers()}
        >
          Keep the server’s
        </Button>
      </div>
    </Panel>
  );
}

type Value = string | number | null | undefined;
type FieldProps = { field: HotelField; present: Present; own: Value };

function Field({ field, present, own }: FieldProps) {
  const { values, changedBy, changedAt } = present;
  const theirs = values[field];
  const isSame = theirs === own;
  const by = changedBy === null ? '' : `, by ${changedBy}`;
  const when = changedAt === null ? '' : `, ${formatMoment(changedAt)}`;
  return (
    <ServerBesideOwn
      name={declarationOf(field).label}
      serverLabel={isSame ? 'On the server' : `On the server${by}${when}`}
      server={wordsOf(field, theirs)}
      own={wordsOf(field, own)}
    />
  );
}

function wordsOf(field: HotelField, value: Value): string {
  if (value === null || value === undefined || value === '') return 'Nothing';
  return declarationOf(field).kind === 'day' ? formatDay(String(value)) : String(value);
}
