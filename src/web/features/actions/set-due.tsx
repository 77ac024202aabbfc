import { useState } from 'react';

import type { ActionRow } from '#domain/actions/action.ts';
import { countWords, formatDay } from '#web/lib/format.ts';
import { ChosenForm } from '#web/ui/choosing/chosen-form.tsx';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import { useChangeMany } from './use-change-many.ts';

type Props = { chosen: readonly ActionRow[]; isTooMany: boolean; onDone: () => void };

/** Shows the form that sets the due date of the chosen actions. */
export function SetDue({ chosen, isTooMany, onDone }: Props) {
  const [dueOn, setDueOn] = useState('');
  const { send, ...sending } = useChangeMany('/api/actions/due', chosen);
  return (
    <ChosenForm
      act="Set due date"
      isReady={dueOn !== '' && !isTooMany}
      {...sending}
      onSend={() =>
        send({ dueOn }, (count) => {
          toast.success('Due date set', `${countWords(count, 'action')}: ${formatDay(dueOn)}`);
          onDone();
        })
      }
    >
      <DateField label="Due date" value={dueOn} onChange={setDueOn} />
    </ChosenForm>
  );
}
