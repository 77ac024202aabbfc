import { Anchor, Button } from '@mantine/core';
import { IconBuilding, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type CSSProperties } from 'react';

import { scopeOf } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { readActions, readQuiet, readUsers } from './read-dashboard.ts';
import { othersOf, toDoRows, type ToDoRow } from './to-do-rows.ts';
import classes from './to-do.module.css';
import type { OnDevice } from './use-device.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useShownBoard } from './use-shown-board.ts';

/** Rows that are shown until somebody asks for all. */
const shownAtFirst = { wide: 6, phone: 5 };

/** Shows what needs to be done. Each row has a button that leads to where it is done. */
export function ToDo({ device, toReview }: { device: OnDevice; toReview: number }) {
  const { board, data, error, refetch } = useShownBoard(device);
  const quiet = useQuery(readQuiet).data?.value;
  const actions = useQuery({ ...readActions, enabled: false }).data?.value;
  // The page reads the users, and only for people who may see them.
  const users = useQuery({ ...readUsers, enabled: false }).data?.value;
  const person = useCurrentUser();
  const now = useNow();
  const [showsAll, setShowsAll] = useState(false);
  const rows = toDoRows({
    ...{ person, now, quiet, users, toReview, actions },
    hotels: board?.hotels ?? [],
  });
  const few = useIsPhone() ? shownAtFirst.phone : shownAtFirst.wide;
  const shown = showsAll ? rows : rows.slice(0, few);
  return (
    <Panel
      title="To do"
      density="compact"
      lead={data?.isCached && <FromDevice savedAt={data.savedAt} />}
      actions={
        rows.length > few && (
          <Anchor
            component="button"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : `Show all ${rows.length}`}
          </Anchor>
        )
      }
    >
      {error && !data && (
        <LoadError
          title="Error loading what is to be done"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {board && rows.length === 0 && <Nothing hasHotels={board.hotels.length > 0} />}
      <ul className={classes.rows} style={countWidth(rows)}>
        {shown.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

/** Reserves room for the longest count, so that the words of all rows line up. */
function countWidth(rows: readonly ToDoRow[]): CSSProperties {
  const longest = Math.max(0, ...rows.map(({ count }) => formatNumber(count).length));
  return { '--count-width': `${longest * 0.5625}rem` } as CSSProperties;
}

function Nothing({ hasHotels }: { hasHotels: boolean }) {
  const isOwn = scopeOf(useCurrentUser()).kind === 'assigned';
  if (hasHotels)
    return (
      <Empty
        icon={<IconCircleCheck size={26} stroke={1.5} aria-hidden />}
        title="You’re up to date"
        text="Hotels that need an assessment, a date or an evaluation show here."
      />
    );
  return (
    <Empty
      icon={<IconBuilding size={26} stroke={1.5} aria-hidden />}
      title={isOwn ? 'No hotels are assigned to you yet' : 'There are no hotels yet'}
      text={
        isOwn
          ? 'An administrator assigns them. What they need then shows here.'
          : 'Add hotels first. What they need then shows here.'
      }
      action={
        !isOwn && (
          <Button component={Link} to={paths.hotels}>
            Add hotels
          </Button>
        )
      }
    />
  );
}

function Row({ row }: { row: ToDoRow }) {
  const { count, words, act, way, named, isExact } = row;
  const others = othersOf(row);
  return (
    <li className={classes.row} data-exact={isExact}>
      <Link {...way} className={classes.what}>
        <strong className={classes.count}>{formatNumber(count)}</strong>
        <span>{words}</span>
      </Link>
      <span className={classes.names}>
        {named.map(({ key, name, ...to }) => (
          <Anchor
            key={key}
            className={classes.name ?? ''}
            title={name}
            renderRoot={(props) => <Link {...props} {...to} />}
          >
            {name}
          </Anchor>
        ))}
        {others && !isExact && <span className={classes.others}>{others}</span>}
        {others && isExact && (
          <Anchor
            className={classes.others ?? ''}
            aria-label={`${others}: ${words}, all ${formatNumber(count)}`}
            renderRoot={(props) => <Link {...props} {...way} />}
          >
            {others}
          </Anchor>
        )}
      </span>
      <Button
        variant="light"
        size="xs"
        className={classes.act ?? ''}
        aria-label={`${formatNumber(count)} ${words}: ${act}`}
        renderRoot={(props) => <Link {...props} {...way} />}
      >
        {act}
      </Button>
    </li>
  );
}
