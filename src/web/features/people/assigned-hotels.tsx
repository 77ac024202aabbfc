import { Link } from '@tanstack/react-router';

import { can } from '#domain/people/person.ts';
import type { SystemUser } from '#domain/people/system-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { hotelPath } from '#web/paths.ts';
import classes from './assigned-hotels.module.css';
import type { AssignableHotel } from './read-users.ts';

/** The number of hotels that a card names. */
const previewed = 3;

type Props = {
  user: SystemUser;
  /** Undefined when they could not be read. */
  hotels: readonly AssignableHotel[] | undefined;
};

/** Shows which hotels a person sees: all of them, or the first few of their own. */
export function AssignedHotels({ user, hotels }: Props) {
  if (can(user, 'hotels.all')) return <>All hotels</>;
  if (!hotels) return <>The hotels could not be loaded</>;
  if (hotels.length === 0) return <>No hotels assigned</>;
  const more = hotels.length - previewed;
  return (
    <>
      <ul className={classes.names}>
        {hotels.slice(0, previewed).map(({ id, hotelName }) => (
          <li key={id}>
            <Link to={hotelPath(id)} preload={false}>
              {hotelName}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <span className={classes.more}>+{formatNumber(more)} more hotels</span>}
    </>
  );
}
