import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { futureDateNote } from '#domain/hotels/changed-fields.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { dayHere } from '#web/lib/days.ts';
import { formatDay } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { changeHotel, tellChanged } from './change-hotel.ts';
import { HotelSection } from './hotel-section.tsx';
import classes from './hotel-dialog.module.css';
import { hotelQuery } from './read-workflow.ts';

type KeyDate = {
  field: 'virtualSessionCompletionDate' | 'virtualReAssessmentCompletionDate';
  /** The only stage in which the date can be set. */
  stage: Stage;
  label: string;
  saved: string;
};

const keyDates: readonly KeyDate[] = [
  {
    field: 'virtualSessionCompletionDate',
    stage: 'Virtual Session',
    label: 'Virtual session completed',
    saved: 'Virtual session date saved',
  },
  {
    field: 'virtualReAssessmentCompletionDate',
    stage: 'Virtual Re-Assessment',
    label: 'Virtual re-assessment completed',
    saved: 'Virtual re-assessment date saved',
  },
];

type Props = { hotel: Hotel };

/**
 * Shows the key dates. Each one can be set in its own stage and is shown in later stages (rule 51).
 */
export function KeyDates({ hotel }: Props) {
  const at = stages.indexOf(hotel.stage);
  const reached = keyDates.filter(({ stage }) => stages.indexOf(stage) <= at);
  return (
    <HotelSection title="Key Dates">
      {reached.length === 0 && (
        <p className={classes.soft}>
          Set when the hotel is in Virtual Session and in Virtual Re-Assessment.
        </p>
      )}
      <div className={classes.dates}>
        {reached.map((date) =>
          date.stage === hotel.stage ? (
            <DateForm key={date.field} date={date} hotel={hotel} />
          ) : (
            <dl key={date.field} className={classes.date}>
              <dt>{date.label}</dt>
              <dd>{hotel[date.field] ? formatDay(hotel[date.field]) : 'Not set'}</dd>
            </dl>
          ),
        )}
      </div>
    </HotelSection>
  );
}

function DateForm({ date, hotel }: Props & { date: KeyDate }) {
  const client = useQueryClient();
  const stored = hotel[date.field];
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? stored ?? '';
  const now = useNow();
  const isAhead = chosen !== undefined && chosen > dayHere(now);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      changeHotel(
        client,
        hotel,
        { [date.field]: value, version: hotel.version },
        { [date.field]: stored },
      ),
    onSuccess: (changed) => {
      setChosen(undefined);
      tellChanged(changed, date.saved, 3_000);
    },
    onError: (error) => {
      toast.error('Failed to update hotel', whyFailed(error));
      void client.invalidateQueries({ queryKey: hotelQuery(hotel.id).queryKey });
    },
  });
  return (
    <form
      className={classes.dateForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAhead) mutate();
      }}
    >
      <DateField
        label={date.label}
        value={value}
        onChange={setChosen}
        error={isAhead && futureDateNote}
      />
      <Button type="submit" loading={isPending} disabled={value === ''}>
        {stored ? 'Update Date' : 'Save Date'}
      </Button>
    </form>
  );
}
