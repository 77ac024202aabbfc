import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { scopeOf } from '#domain/people/person.ts';
import { daysSince, quietDays } from '#domain/workflow/quiet-hotels.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { FromDevice } from '#web/ui/from-device.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StageBadge } from '#web/ui/stage-badge.tsx';
import classes from './quiet-hotels.module.css';
import { readQuiet } from './read-dashboard.ts';

/** Lists hotels without a change, an interview or a response for a month. Draws nothing when there are none. */
export function QuietHotels() {
  const { data } = useQuery(readQuiet);
  const isOwn = scopeOf(useCurrentUser()).kind === 'assigned';
  const now = useNow();
  if (!data || data.value.hotels.length === 0) return null;
  const { hotels, total } = data.value;
  return (
    <Panel
      title={`No activity for ${quietDays} days`}
      lead={
        <>
          {countWords(total, 'hotel')} without a change, an interview or a response
          {total > hotels.length && `, the first ${hotels.length} here`}.{' '}
          {data.isCached && <FromDevice savedAt={data.savedAt} />}
        </>
      }
    >
      <ul className={classes.hotels}>
        {hotels.map(({ id, hotelName, stage, consultantName, since }) => (
          <li key={id} className={classes.hotel}>
            <span>
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to={paths.workflow} search={{ hotel: id }} />
                )}
              >
                {hotelName}
              </Anchor>
              {!isOwn && <span className={classes.who}>{consultantName ?? 'Not assigned'}</span>}
            </span>
            <StageBadge stage={stage} />
            <span className={classes.days}>{formatNumber(daysSince(since, now))} days</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
