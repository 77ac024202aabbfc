import { Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import {
  assignedHotelsSchema,
  mostAssignedAtOnce,
  type AssignHotels,
} from '#domain/hotels/assign-hotels.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { plural } from '#domain/plural.ts';
import { consultantRole } from '#domain/people/roles.ts';
import { call, isOutdated } from '#web/lib/api.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { ChosenBar } from '#web/ui/choosing/chosen-bar.tsx';
import { ChosenForm } from '#web/ui/choosing/chosen-form.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import { unassigned } from './hotels-view.ts';
import { refreshHotels, showConsultant } from './read-hotels.ts';

type Props = { chosen: readonly Hotel[]; onDone: () => void };

/** Shows the form that gives the chosen hotels a consultant. The server changes all of them or none. */
export function AssignChosen({ chosen, onDone }: Props) {
  const { consultants, nameConsultant } = useConsultants();
  const [choice, setChoice] = useState<string | null>(null);
  const { mutate, isPending, error } = useAssign(nameConsultant, onDone);
  const assigned = chosen.filter((hotel) => hotel.serviceConsultantId !== null).length;
  return (
    <ChosenBar
      count={chosen.length}
      one="hotel"
      most={mostAssignedAtOnce}
      about={
        assigned > 0 &&
        `, ${formatNumber(assigned)} of them ${plural(assigned, 'has', 'have')} a consultant`
      }
      onNone={onDone}
    >
      <ChosenForm
        act="Assign"
        isReady={choice !== null && chosen.length <= mostAssignedAtOnce}
        {...{ isPending, error }}
        onSend={() =>
          mutate({
            serviceConsultantId: choice === unassigned ? null : Number(choice),
            hotels: chosen.map((hotel) => ({ id: hotel.id, from: hotel.serviceConsultantId })),
          })
        }
      >
        <Select
          label={consultantRole}
          placeholder="Choose"
          data={[
            ...consultants.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: unassigned, label: 'Not assigned' },
          ]}
          value={choice}
          onChange={setChoice}
          nothingFoundMessage="Nobody found"
          searchable
        />
      </ChosenForm>
    </ChosenBar>
  );
}

function useAssign(
  nameConsultant: ReturnType<typeof useConsultants>['nameConsultant'],
  onDone: () => void,
) {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  return useMutation({
    mutationFn: (input: AssignHotels) =>
      call({
        method: 'POST',
        path: '/api/hotels/consultant',
        body: input,
        schema: assignedHotelsSchema,
        requestKey: keyFor(input),
      }),
    onSuccess: async (_, { serviceConsultantId, hotels }) => {
      const name = nameConsultant(serviceConsultantId) ?? 'Not assigned';
      // Hotels that are no longer found take the form with them, so the focus moves first.
      onDone();
      toast.success('Consultant assigned', `${countWords(hotels.length, 'hotel')}: ${name}`);
      await showConsultant(client, new Set(hotels.map(({ id }) => id)), serviceConsultantId);
    },
    onError: (error) => {
      if (isOutdated(error)) void refreshHotels(client);
    },
  });
}
