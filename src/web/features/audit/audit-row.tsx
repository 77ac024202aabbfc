import { Anchor, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { AuditEvent } from '#domain/audit/event.ts';
import { detailsOf, eventParts } from '#domain/audit/event-sentence.ts';
import { once } from '#domain/once.ts';
import classes from './audit-list.module.css';
import type { ChangeView } from './audit-view.ts';
import { linkOf, objectOf } from './object-link.ts';

const timeFormat = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));
const momentFormat = once(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' }),
);

type Props = { event: AuditEvent; onChange: ChangeView };

/** Shows one event as a sentence, with all its details on request. */
export function AuditRow({ event, onChange }: Props) {
  const link = linkOf(event);
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.event}>
      <time dateTime={event.at} className={classes.time}>
        {timeFormat().format(new Date(event.at))}
      </time>
      <div className={classes.words}>
        <p className={classes.sentence}>
          <strong>{event.actorName}</strong>{' '}
          {eventParts(event).map(({ text, isObject }) => {
            if (!isObject) return text;
            if (!link) return <em key={text}>{text}</em>;
            return (
              <Anchor
                key={text}
                inherit
                underline="always"
                renderRoot={(props) => <Link {...props} {...link} preload={false} />}
              >
                {text}
              </Anchor>
            );
          })}
        </p>
        <UnstyledButton
          className={classes.more ?? ''}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Details
          <IconChevronDown size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
        {isOpen && <Details event={event} onChange={onChange} />}
      </div>
    </li>
  );
}

function Details({ event, onChange }: Props) {
  const { actorId, actorName, at, id } = event;
  const object = objectOf(event);
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        {detailsOf(event).map(({ label, from, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {from !== undefined && (
                <>
                  <del>{from}</del> <span aria-hidden>→</span>{' '}
                </>
              )}
              {to}
            </dd>
          </div>
        ))}
        <div>
          <dt>Recorded</dt>
          <dd>
            {momentFormat().format(new Date(at))}, as event {id}
          </dd>
        </div>
      </dl>
      <p className={classes.only}>
        {object !== undefined && (
          <Anchor component="button" type="button" onClick={() => onChange({ object })}>
            Show only events about this {object.slice(0, object.indexOf(':')).replaceAll('-', ' ')}
          </Anchor>
        )}
        {actorId !== null && (
          <Anchor component="button" type="button" onClick={() => onChange({ actor: actorId })}>
            Only what {actorName} did
          </Anchor>
        )}
      </p>
    </div>
  );
}
