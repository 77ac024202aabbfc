import { Button, Menu } from '@mantine/core';
import { IconPencil, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Contact } from '#domain/contacts/contact.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { ContactDialog } from '#web/ui/contacts/contact-dialog.tsx';
import listClasses from '#web/ui/contacts/contacts.module.css';
import { LinksDialog } from '#web/ui/contacts/links-dialog.tsx';
import { useRemoveContact } from '#web/ui/contacts/save-contact.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { contactsQuery } from '#web/offline/readings/contacts-reading.ts';
import { Panel } from '#web/ui/panel.tsx';
import classes from './overview.module.css';

type Opened = { kind: 'details'; contact?: Contact } | { kind: 'links'; contact: Contact };

/** Shows the people at the hotel who can be sent a link. */
export function ContactsPanel({ hotelId }: { hotelId: number }) {
  const { data, error, refetch } = useQuery(contactsQuery(hotelId));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const contacts = data?.value.filter(({ isActive }) => isActive);
  return (
    <Panel
      title="People at the hotel"
      lead="They need no account: a link shows them one assessment."
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label="Add a person at the hotel"
          onClick={() => setOpened({ kind: 'details' })}
        >
          Add
        </Button>
      }
    >
      {error && !data && (
        <LoadError
          title="The people could not be loaded"
          offline="The people need a connection"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={listClasses.contacts}>
        {contacts?.map((contact) => (
          <Shown key={contact.id} {...{ hotelId, contact }} onOpen={setOpened} />
        ))}
      </ul>
      {opened?.kind === 'details' && (
        <ContactDialog hotelId={hotelId} contact={opened.contact} onClose={close} />
      )}
      {opened?.kind === 'links' && (
        <LinksDialog hotelId={hotelId} contact={opened.contact} onClose={close} />
      )}
    </Panel>
  );
}

type ShownProps = { hotelId: number; contact: Contact; onOpen: (opened: Opened) => void };

function Shown({ hotelId, contact, onOpen }: ShownProps) {
  const { name, jobTitle, email } = contact;
  const isOnline = useIsOnline();
  const { mutate, isPending } = useRemoveContact(hotelId);
  const remove = async () => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      message: 'Their links end at once. What they did stays, with their name.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (isSure) mutate(contact);
  };
  return (
    <li>
      <div>
        <p>{name}</p>
        <p className={classes.soft}>{[jobTitle, email].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classes.acts}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Links of ${name}`}
          onClick={() => onOpen({ kind: 'links', contact })}
        >
          Links
        </Button>
        <MoreMenu label={`More for ${name}`} isBusy={isPending}>
          <Menu.Item
            leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />}
            onClick={() => onOpen({ kind: 'details', contact })}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            c="red"
            leftSection={<IconUserMinus size={18} stroke={1.6} aria-hidden />}
            disabled={!isOnline}
            onClick={() => void remove()}
          >
            Remove
          </Menu.Item>
        </MoreMenu>
      </div>
    </li>
  );
}
