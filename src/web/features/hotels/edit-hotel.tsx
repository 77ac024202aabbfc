import { Anchor } from '@mantine/core';
import { IconLayoutKanban } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { formatMoment } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import classes from './edit-hotel.module.css';
import { FormFoot } from './form-foot.tsx';
import { HotelFields } from './hotel-fields.tsx';
import { changeOf, problemsOf, type HotelValues } from './hotel-form.ts';
import { differencesOf } from './conflicting-fields.ts';
import { ChangedMeanwhile, useChangeHotel } from './save-hotel.ts';
import { ResolveDifferences } from './resolve-differences.tsx';
import { focusFirst, hotelsNeedConnection, tellFailure, useHotelForm } from './use-hotel-form.ts';
import { useTellDirty, type Unsaved } from './unsaved.ts';

type Props = Unsaved & {
  /** May change while the dialog is open. The form follows until the user has typed something. */
  hotel: Hotel;
};

export function EditHotel({ hotel, onDirty, onDone, onCancel }: Props) {
  const { form, base, rebase } = useHotelForm(hotel);
  const [theirs, setTheirs] = useState<Hotel>();
  const change = useChangeHotel(hotel.id);
  useTellDirty(onDirty, form.isDirty());
  useEffect(() => {
    if (hotel.version > base.version && !form.isDirty()) rebase(hotel);
  });

  const save = (values: HotelValues, from: Hotel) =>
    change.mutate(changeOf(values, from), {
      onSuccess: onDone,
      onError: (error) => {
        if (!(error instanceof ChangedMeanwhile))
          return tellFailure(form, 'Failed to update hotel', error);
        if (differencesOf(from, error.theirs, values).length > 0) return setTheirs(error.theirs);
        // The other person made the same changes, so there is nothing to choose.
        rebase(error.theirs, values);
        save(values, error.theirs);
      },
    });
  const resolve = (resolved: HotelValues, onto: Hotel) => {
    rebase(onto, resolved);
    setTheirs(undefined);
    const problems = problemsOf(resolved, onto);
    if (Object.keys(problems).length > 0) form.setErrors(problems);
    else save(resolved, onto);
  };

  if (theirs)
    return (
      <ResolveDifferences
        base={base}
        theirs={theirs}
        mine={form.getValues()}
        onResolve={(resolved) => resolve(resolved, theirs)}
        onCancel={onCancel}
      />
    );
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => save(values, base),
        (errors) => focusFirst(form, Object.keys(errors)),
      )}
      noValidate
    >
      <NeedsConnection>{hotelsNeedConnection}</NeedsConnection>
      <About hotel={base} />
      <HotelFields form={form} base={base} />
      <FormFoot submit="Update Hotel" isSaving={change.isPending} onCancel={onCancel} />
    </form>
  );
}

function About({ hotel }: { hotel: Hotel }) {
  return (
    <p className={classes.about}>
      <span>Last changed {formatMoment(hotel.updatedAt)}</span>
      <Anchor
        renderRoot={(props) => <Link {...props} to={paths.workflow} search={{ hotel: hotel.id }} />}
      >
        <IconLayoutKanban size={18} stroke={1.6} aria-hidden /> Show on the board
      </Anchor>
    </p>
  );
}
