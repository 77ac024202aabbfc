import { Button, Input, Skeleton } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';

import { detailOf } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import { groupHotels, withGroup } from './assign-by-brand.ts';
import { arrangeHotels, hotelsMatching } from './assignable-hotels.ts';
import { GroupPicker } from './group-picker.tsx';
import { HotelChecklist } from './hotel-checklist.tsx';
import classes from './hotels-field.module.css';
import { assignableHotelsQuery, type AssignableHotel } from './read-users.ts';
import type { UserValues } from './user-form.ts';

type Form = UseFormReturnType<UserValues>;
type Props = {
  form: Form;
  /** Undefined for a new user. */
  userId: number | undefined;
};

/** Shows the field Assigned Hotels, which decides which hotels a consultant sees. */
export function HotelsField({ form, userId }: Props) {
  const { data, error, refetch } = useQuery(assignableHotelsQuery);
  const labelId = useId();
  const wrong = Object.entries(form.errors).find(([path]) => path.startsWith('assignedHotelIds'));
  return (
    <div className={classes.field} role="group" aria-labelledby={labelId}>
      <div className={classes.label} id={labelId}>
        Assigned Hotels
      </div>
      <p className={classes.hint}>Service Consultants can only access their assigned hotels</p>
      {data ? (
        <Choice form={form} userId={userId} hotels={data} />
      ) : error ? (
        <p className={classes.note} role="alert">
          The hotels could not be loaded. {detailOf(error)}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      ) : (
        <Skeleton height={120} />
      )}
      {wrong && <Input.Error role="alert">{wrong[1]}</Input.Error>}
    </div>
  );
}

/** The number of hotels that fit into the box. With more, there are a search and groups too. */
const fewHotels = 8;

function Choice({ form, userId, hotels }: Props & { hotels: readonly AssignableHotel[] }) {
  const [search, setSearch] = useState('');
  const chosen = form.useWatchValue('assignedHotelIds');
  // Hotels that were chosen when the dialog opened come first, and stay there while the person
  // edits.
  const arranged = useMemo(
    () => arrangeHotels(hotels, { userId, chosen: form.getInitialValues().assignedHotelIds }),
    [hotels, userId, form],
  );
  const matching = useMemo(() => hotelsMatching(search, arranged), [search, arranged]);
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);
  const groups = useMemo(() => groupHotels(arranged, chosenIds), [arranged, chosenIds]);
  if (hotels.length === 0) return <p className={classes.note}>No hotels available</p>;
  const count = arranged.filter(
    ({ hotel, byRecord }) => byRecord || chosenIds.has(hotel.id),
  ).length;
  const toggle = (id: number, wished: boolean) =>
    form.setFieldValue(
      'assignedHotelIds',
      wished ? [...chosen, id] : chosen.filter((one) => one !== id),
    );
  return (
    <>
      {hotels.length > fewHotels && (
        <GroupPicker
          groups={groups}
          onPick={(group) => form.setFieldValue('assignedHotelIds', withGroup(chosen, group))}
        />
      )}
      {hotels.length > fewHotels && (
        <SearchField
          label="Search hotels"
          placeholder="Name, city, brand or code"
          value={search}
          onChange={setSearch}
        />
      )}
      {matching.length === 0 ? (
        <p className={classes.note}>No hotels match your search</p>
      ) : (
        <HotelChecklist hotels={matching} chosen={chosenIds} onToggle={toggle} />
      )}
      <output className={classes.count}>
        {formatNumber(count)} of {formatNumber(hotels.length)} selected
      </output>
    </>
  );
}
