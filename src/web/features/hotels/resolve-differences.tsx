import { Radio } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { declarationOf, type HotelField } from '#domain/hotels/hotel-fields.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { countWords, formatDay, formatMoment } from '#web/lib/format.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { FormFoot } from './form-foot.tsx';
import type { HotelValues } from './hotel-form.ts';
import { differencesOf, joinChoices, type Choice, type Difference } from './conflicting-fields.ts';
import classes from './resolve-differences.module.css';

type Props = {
  base: Hotel;
  theirs: Hotel;
  mine: HotelValues;
  onResolve: (resolved: HotelValues) => void;
  onCancel: () => void;
};

/**
 * Shown when someone else saved the hotel first. It shows their values next to mine, and I choose
 * field by field. Where only they changed a field, theirs is preselected. Where we both did, I must
 * choose.
 */
export function ResolveDifferences({ base, theirs, mine, onResolve, onCancel }: Props) {
  const [differences] = useState(() => differencesOf(base, theirs, mine));
  const [choices, setChoices] = useState<Partial<Record<HotelField, Choice>>>(() =>
    Object.fromEntries(
      differences.filter((one) => !one.isContested).map(({ field }) => [field, 'theirs']),
    ),
  );
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const open = differences.filter(({ field }) => choices[field] === undefined).length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onResolve(joinChoices(mine, differences, choices));
      }}
    >
      <h3 ref={title} tabIndex={-1} className={classes.title}>
        Someone else changed this hotel meanwhile
      </h3>
      <p className={classes.lead}>
        {base.hotelName} was changed {formatMoment(theirs.updatedAt)}, after you opened it. Your
        changes are not saved yet, and nothing is lost. Choose which values to keep.
      </p>
      {differences.map((difference) => (
        <OneDifference
          key={difference.field}
          difference={difference}
          choice={choices[difference.field]}
          onChoose={(choice) => setChoices((now) => ({ ...now, [difference.field]: choice }))}
        />
      ))}
      <p role="status" className={classes.open}>
        {open > 0 && `${countWords(open, 'field')} to choose`}
      </p>
      <FormFoot
        submit="Save my choices"
        isSaving={false}
        isDisabled={open > 0}
        onCancel={onCancel}
      />
    </form>
  );
}

type OneProps = {
  difference: Difference;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

function OneDifference({ difference, choice, onChoose }: OneProps) {
  const { field, mine, theirs, isContested } = difference;
  const show = useShow(field);
  return (
    <Radio.Group
      className={classes.difference ?? ''}
      label={declarationOf(field).label}
      description={isContested ? 'You both changed this' : 'You left this as it was'}
      value={choice ?? null}
      onChange={(value) => onChoose(value === 'mine' ? 'mine' : 'theirs')}
    >
      <div className={classes.pair}>
        <Radio.Card value="mine" className={classes.card ?? ''}>
          <Side name="Keep mine" value={show(mine)} />
        </Radio.Card>
        <Radio.Card value="theirs" className={classes.card ?? ''}>
          <Side name="Use theirs" value={show(theirs)} />
        </Radio.Card>
      </div>
    </Radio.Group>
  );
}

function Side({ name, value }: { name: string; value: string }) {
  return (
    <span className={classes.side}>
      <Radio.Indicator />
      <span>
        <span className={classes.name}>{name}</span>
        <span className={classes.value}>{value || 'Empty'}</span>
      </span>
    </span>
  );
}

/**
 * Returns a function that shows a field's value: a consultant by name, a day in the browser's
 * format.
 */
function useShow(field: HotelField): (value: string) => string {
  const { nameConsultant } = useConsultants();
  const { kind } = declarationOf(field);
  if (kind === 'consultant')
    return (value) => (value ? (nameConsultant(Number(value)) ?? value) : 'Not assigned');
  return (value) => (kind === 'day' && value ? formatDay(value) : value);
}
