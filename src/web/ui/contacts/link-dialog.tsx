import { Button, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { contactsQuery } from '#web/offline/readings/contacts-reading.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { focusOn, hasKeyboard } from '#web/ui/focus-on.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { ContactForm } from './contact-dialog.tsx';
import { Links } from './links-dialog.tsx';

type Props = {
  hotelId: number;
  /** The round that the link opens at first. */
  roundId: number | undefined;
  title?: string;
  onClose: () => void;
};

/** Shows the dialog that asks which hotel contact gets a link, and makes the link. */
export function LinkDialog({ onClose, title = 'Link for the hotel', ...of }: Props) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isAdding ? 'Add a person at the hotel' : title}
      {...(isAdding && { asksIf: 'written' })}
    >
      {isAdding ? (
        <ContactForm hotelId={of.hotelId} onClose={() => setAdding(false)} />
      ) : (
        <ForWhom {...of} onAdd={() => setAdding(true)} />
      )}
    </Dialog>
  );
}

/** The people may arrive after the dialog has opened, so the field takes the focus when it is there. */
const beginHere = { ref: focusOn, 'data-autofocus': true };

type ForWhomProps = Pick<Props, 'hotelId' | 'roundId'> & { onAdd: () => void };

function ForWhom({ hotelId, roundId, onAdd }: ForWhomProps) {
  // Read the contacts again, because an exit plan that has just arrived may have added some.
  const reading = { ...contactsQuery(hotelId), refetchOnMount: 'always' as const };
  const { data, error, refetch } = useQuery(reading);
  const people = data?.value.filter(({ isActive }) => isActive);
  const [chosen, choose] = useState<string | null>(null);
  const [only] = people?.length === 1 ? people : [];
  const contactId = chosen ?? (only ? String(only.id) : null);
  if (!people)
    return error ? (
      <LoadError
        title="The people could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    ) : null;
  return (
    <Stack>
      <NeedsConnection>Links are made on the server.</NeedsConnection>
      {people.length > 0 && (
        <Select
          label="Who gets it"
          placeholder="Choose a person at the hotel"
          data={people.map(({ id, name, jobTitle }) => ({
            value: String(id),
            label: [name, jobTitle].filter(Boolean).join(', '),
          }))}
          value={contactId}
          onChange={choose}
          searchable
          allowDeselect={false}
          openOnFocus={false}
          {...(contactId === null && hasKeyboard() && beginHere)}
        />
      )}
      {contactId !== null && (
        <Links key={contactId} {...{ hotelId, roundId }} contactId={Number(contactId)} />
      )}
      <Button variant="subtle" onClick={onAdd}>
        Add a person at the hotel
      </Button>
    </Stack>
  );
}
