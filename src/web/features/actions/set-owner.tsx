import { Select } from '@mantine/core';
import { useState } from 'react';

import type { ActionRow } from '#domain/actions/action.ts';
import { countWords } from '#web/lib/format.ts';
import { usePeople } from '#web/ui/actions/use-people.ts';
import { ChosenForm } from '#web/ui/choosing/chosen-form.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import { useChangeMany } from './use-change-many.ts';

type Props = { chosen: readonly ActionRow[]; isTooMany: boolean; onDone: () => void };

/**
 * Shows the form that gives the chosen actions an owner. It offers no hotel contacts: a contact belongs to one hotel.
 */
export function SetOwner({ chosen, isTooMany, onDone }: Props) {
  const people = usePeople();
  const [owner, setOwner] = useState<string | null>(null);
  const { send, ...sending } = useChangeMany('/api/actions/owner', chosen);
  const name = people.find(({ id }) => String(id) === owner)?.name;
  return (
    <ChosenForm
      act="Set owner"
      isReady={owner !== null && !isTooMany}
      {...sending}
      onSend={() =>
        send({ ownerUserId: Number(owner) }, (count) => {
          toast.success('Owner set', `${countWords(count, 'action')}: ${name}`);
          onDone();
        })
      }
    >
      <Select
        label="Owner"
        placeholder="Choose"
        data={people.map((one) => ({ value: String(one.id), label: one.name }))}
        value={owner}
        onChange={setOwner}
        searchable
        limit={200}
        nothingFoundMessage="Nobody found"
      />
    </ChosenForm>
  );
}
