import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { hotelChoicesQuery } from '#web/offline/readings/choices-reading.ts';
import { hotelPath } from '#web/paths.ts';
import classes from './results-screen.module.css';

/** Names the hotel when the results are of one hotel only, and links to its page. */
export function OneHotel({ hotelId }: { hotelId: number }) {
  const { data } = useQuery(hotelChoicesQuery({ id: hotelId }));
  const hotel = data?.find(({ id }) => id === hotelId);
  return (
    <div className={classes.hotel}>
      {hotel && (
        <>
          <Title order={2}>{hotel.hotelName}</Title>
          <Anchor
            renderRoot={(props) => <Link {...props} to={hotelPath(hotelId)} preload={false} />}
          >
            Open hotel page
          </Anchor>
        </>
      )}
    </div>
  );
}
