import { Button, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import type { Contact, ContactLink, MadeLink } from '#domain/contacts/contact.ts';
import { nameAssessment, type Round } from '#domain/rounds/round.ts';
import { formatDate, formatMoment } from '#web/lib/format.ts';
import { roundsQuery } from '#web/offline/readings/rounds-reading.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import classes from './contacts.module.css';
import { linksQuery, useMakeLink, useRevokeLink } from './save-contact.ts';

const NewLink = lazy(async () => ({ default: (await import('./new-link.tsx')).NewLink }));

type Props = { hotelId: number; contact: Contact; onClose: () => void };

/** Shows the dialog that makes and revokes the links of a hotel contact. */
export function LinksDialog({ hotelId, contact, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} title={`Links of ${contact.name}`}>
      <Links hotelId={hotelId} contactId={contact.id} />
    </Dialog>
  );
}

type OfContact = { hotelId: number; contactId: number };
type LinksProps = OfContact & {
  /** The round that is chosen at first. Undefined for the round that was approved last. */
  roundId?: number | undefined;
};

export function Links({ roundId, ...of }: LinksProps) {
  const { data, error, refetch } = useQuery(linksQuery(of));
  const [made, setMade] = useState<MadeLink>();
  return (
    <Stack>
      <NeedsConnection>Links are made on the server.</NeedsConnection>
      <MakeLink {...of} roundId={roundId} after={made?.id ?? 0} onMade={setMade} />
      {made && (
        <Suspense>
          <NewLink key={made.id} token={made.token} />
        </Suspense>
      )}
      {error && !data && (
        <LoadError
          title="The links could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.length > 0 && (
        <ul className={classes.contacts} aria-label="Links">
          {data.map((link) => (
            <Shown
              key={link.id}
              {...{ of, link }}
              onRevoked={() => {
                if (link.id === made?.id) setMade(undefined);
              }}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

type MakeProps = LinksProps & { after: number; onMade: (link: MadeLink) => void };

function MakeLink({ roundId, after, onMade, ...of }: MakeProps) {
  const isOnline = useIsOnline();
  const make = useMakeLink(of);
  const cycles = useQuery(roundsQuery(of.hotelId)).data?.value.cycles ?? [];
  const rounds = cycles.flatMap(({ number, rounds: ofCycle }) =>
    ofCycle
      .filter(({ status }) => status !== 'cancelled')
      .map(({ id, stage, isCurrent, approvedAt, ...round }) => ({
        ...{ value: String(id), isCurrent, approvedAt, isSelf: takesAnswers(round) },
        label: nameAssessment({ stage, cycle: cycles.length > 1 ? number : null }),
      })),
  );
  const [chosen, choose] = useState<string | null>(null);
  // Usually the hotel should see the round that was approved last.
  const [approved] = rounds
    .filter(({ approvedAt }) => approvedAt !== null)
    .toSorted((a, b) => Date.parse(b.approvedAt ?? '') - Date.parse(a.approvedAt ?? ''));
  const current = approved ?? rounds.find(({ isCurrent }) => isCurrent);
  const first = rounds.find(({ value }) => value === String(roundId)) ?? current;
  const round = chosen ?? first?.value ?? null;
  const isSelf = rounds.some(({ value, isSelf: is }) => is && value === round);
  return (
    <>
      <Select
        label="Assessment"
        data-autofocus
        // The list would open with the dialog, over its button.
        openOnFocus={false}
        description={
          isSelf
            ? 'The hotel assesses itself: by this link it answers the questions, without an account.'
            : 'By this link the hotel sees the assessment once it is approved.'
        }
        data={rounds.map(({ value, label }) => ({ value, label }))}
        value={round}
        onChange={choose}
        allowDeselect={false}
      />
      <Button
        disabled={!isOnline || round === null}
        loading={make.isPending}
        onClick={() => make.mutate({ roundId: Number(round), after }, { onSuccess: onMade })}
      >
        Make a link
      </Button>
    </>
  );
}

/** Returns whether the hotel can assess itself in the round. */
function takesAnswers({ kind, status }: Pick<Round, 'kind' | 'status'>): boolean {
  return kind === 'self' && (status === 'open' || status === 'submitted');
}

type ShownProps = { of: OfContact; link: ContactLink; onRevoked: () => void };

function Shown({ of, link, onRevoked }: ShownProps) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useRevokeLink(of);
  const { stage, createdAt, expiresAt, lastUsedAt } = link;
  const revoke = async () => {
    const isSure = await confirm({
      title: `Revoke the link to ${stage}?`,
      message:
        'It opens nothing any more. What the hotel has written with it and not sent yet may be lost.',
      confirmLabel: 'Revoke link',
      cancelLabel: 'Keep link',
      danger: true,
    });
    if (isSure) mutate(link, { onSuccess: onRevoked });
  };
  return (
    <li>
      <div>
        <p>{stage}</p>
        <Text size="sm" c="dimmed">
          Made on {formatDate(createdAt)}, ends on {formatDate(expiresAt)}.{' '}
          {lastUsedAt === null ? 'Not used yet.' : `Last used ${formatMoment(lastUsedAt)}.`}
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Revoke the link to ${stage}, made on ${formatDate(createdAt)}`}
        disabled={!isOnline}
        loading={isPending}
        onClick={() => void revoke()}
      >
        Revoke
      </Button>
    </li>
  );
}
