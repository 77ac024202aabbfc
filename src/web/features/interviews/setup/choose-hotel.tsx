import { Button, Skeleton, Stack, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { scopeOf } from '#domain/people/person.ts';
import { OfflineError } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { startDialog } from '#web/lib/frame-dialogs.ts';
import { useListedHotels } from '#web/offline/readings/listed-hotels.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { focusOn, hasKeyboard } from '#web/ui/focus-on.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';

import { groupHotels, type HotelGroup } from './hotel-choices.ts';
import classes from './start-interview.module.css';

type Props = {
  /** Ids of the hotels of this device's earlier interviews, the latest first. */
  recent: readonly number[];
  onChoose: (hotel: Hotel) => void;
};

function NoHotels() {
  const isOwn = scopeOf(useCurrentUser()).kind === 'assigned';
  if (isOwn)
    return (
      <Empty title="No hotels are assigned to you yet" text="An administrator assigns them." />
    );
  return (
    <Empty
      title="No hotels yet"
      text="An interview is held at a hotel."
      action={
        <Button
          onClick={startDialog.close}
          renderRoot={(props) => <Link {...props} to={paths.hotels} search={{ hotel: 'new' }} />}
        >
          Add Hotel
        </Button>
      }
    />
  );
}

/** Shows the hotels at which an interview can be held, the likely ones first. One tap chooses a hotel. */
export function ChooseHotel({ recent, onChoose }: Props) {
  const { hotels, error, retry } = useListedHotels();
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search);
  if (!hotels && error)
    return (
      <LoadError
        title={
          error instanceof OfflineError
            ? 'The hotels are not on this device yet'
            : 'The hotels could not be loaded'
        }
        error={error}
        onRetry={retry}
      />
    );
  if (!hotels) return <Skeleton h={420} radius="lg" />;
  if (hotels.length === 0) return <NoHotels />;
  const hasKeys = hasKeyboard();
  const groups = groupHotels(hotels, recent, sought);
  const first = groups[0]?.hotels[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (first) onChoose(first);
      }}
    >
      {sought && <Say words={foundIn(groups)} />}
      <Stack gap="md">
        <TextInput
          type="search"
          label="Hotel"
          placeholder="Name, brand, city or hotel ID"
          size="md"
          ref={hasKeys ? focusOn : null}
          autoComplete="off"
          enterKeyHint="go"
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div className={classes.groups} tabIndex={-1} ref={hasKeys ? null : focusOn}>
          {first ? (
            groups.map((group) => <Group key={group.heading} group={group} onChoose={onChoose} />)
          ) : (
            <NoMatch what="hotels" />
          )}
        </div>
      </Stack>
    </form>
  );
}

/** Returns how many hotels a search found, and the first one, which Enter chooses. */
function foundIn([found]: readonly HotelGroup[]): string {
  const first = found?.hotels[0];
  if (!found || !first) return 'No hotels match your search';
  return `${countWords(found.hotels.length + found.more, 'hotel')}, first ${first.hotelName}`;
}

type GroupProps = { group: HotelGroup; onChoose: (hotel: Hotel) => void };

function Group({ group: { heading, hotels, more }, onChoose }: GroupProps) {
  return (
    <section>
      <Title order={3} className={classes.heading}>
        {heading}
      </Title>
      <ul className={classes.hotels}>
        {hotels.map((hotel) => (
          <li key={hotel.id}>
            <UnstyledButton className={classes.hotel} onClick={() => onChoose(hotel)}>
              <span className={classes.name}>{hotel.hotelName}</span>
              <span className={classes.place}>
                {hotel.hotelBrand} · {hotel.hotelCity}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.more}>{countWords(more, 'more hotel')}. Search to find one.</p>
      )}
    </section>
  );
}
