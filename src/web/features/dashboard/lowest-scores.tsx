import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';
import { hotelPath, paths } from '#web/paths.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { lowestOf } from './lowest-of.ts';
import oneLine from './one-line.module.css';
import { readTrend, trendDays } from './read-dashboard.ts';
import { ScoreAndVerdict } from './score-and-verdict.tsx';
import classes from './scored-rows.module.css';
import type { OnDevice } from './use-device.ts';
import { useShownBoard } from './use-shown-board.ts';

/** Shows the hotels whose latest response scored lowest. Complete hotels are left out. */
export function LowestScores({ device }: { device: OnDevice }) {
  const { board, error, refetch } = useShownBoard(device);
  const hotels = lowestOf(board?.hotels ?? []);
  return (
    <Panel title="Lowest scores" density="compact" lead={<WeakestCategory />}>
      {error && (
        <LoadError title="Error loading hotels" error={error} onRetry={() => void refetch()} />
      )}
      {board && hotels.length === 0 && (
        <p className={classes.none}>No hotel under way has been scored yet.</p>
      )}
      <ol className={classes.rows}>
        {hotels.map(({ id, hotelName, stage, latest }) => (
          <li key={id} className={classes.row} data-of="hotel">
            <span className={classes.words}>
              <Link
                to={hotelPath(id)}
                className={`${oneLine.text} ${classes.hotel}`}
                title={hotelName}
              >
                {hotelName}
              </Link>
              <span className={`${oneLine.text} ${classes.about}`}>{stage}</span>
            </span>
            <ScoreAndVerdict percent={percentOf(latest)} verdict={verdictOf(latest)} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const byLatest = 'By the latest response.';

function WeakestCategory() {
  const { data } = useQuery(readTrend());
  const [weakest] = (data?.value.categories ?? [])
    .flatMap(({ category, percent }) => (percent === null ? [] : [{ category, percent }]))
    .toSorted((a, b) => a.percent - b.percent);
  if (!weakest) return byLatest;
  const search = { range: String(trendDays), category: weakest.category };
  return (
    <>
      {byLatest} Weakest:{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to={paths.results} search={search} />}
      >
        {weakest.category}, {formatPercent(weakest.percent)}
      </Anchor>
    </>
  );
}
