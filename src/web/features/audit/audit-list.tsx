import { Title } from '@mantine/core';
import { useId } from 'react';

import type { AuditEvent } from '#domain/audit/event.ts';
import { once } from '#domain/once.ts';
import classes from './audit-list.module.css';
import { AuditRow } from './audit-row.tsx';
import type { ChangeView } from './audit-view.ts';

const dayFormat = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }));

type Props = { events: readonly AuditEvent[]; onChange: ChangeView };

/** Shows the events grouped by local day. */
export function AuditList({ events, onChange }: Props) {
  const days = new Map<string, AuditEvent[]>();
  for (const event of events) {
    const day = dayFormat().format(new Date(event.at));
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].map(([day, ofDay]) => (
    <Day key={day} day={day} events={ofDay} onChange={onChange} />
  ));
}

function Day({ day, events, onChange }: Props & { day: string }) {
  const id = useId();
  return (
    <section className={classes.day} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {day}
      </Title>
      <ol className={classes.events}>
        {events.map((event) => (
          <AuditRow key={event.id} event={event} onChange={onChange} />
        ))}
      </ol>
    </section>
  );
}
