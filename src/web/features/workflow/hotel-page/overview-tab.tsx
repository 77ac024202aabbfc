import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { addressInWords } from '#domain/hotels/address-in-words.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import type { HotelReport } from '#domain/results/hotel-report.ts';
import { nameAssessment } from '#domain/rounds/round.ts';
import { ComparisonButton } from '#web/ui/rounds/comparison-button.tsx';
import { formatDate, nothing, countWords } from '#web/lib/format.ts';
import { usePortfolioName } from '#web/lib/portfolio-name.ts';
import { reportQuery } from '#web/offline/readings/report-reading.ts';
import { roundPath } from '#web/paths.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { FigureTable } from '#web/ui/charts/figure-table.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import { TrendChart } from '#web/ui/charts/trend-chart.tsx';
import { describeTrend, scoredMonths, trendFigures } from '#web/ui/charts/trend.ts';
import { CategoriesWithBars, describeCategories } from './categories-with-bars.tsx';
import classes from './overview.module.css';
import { FirstContact } from './first-contact.tsx';
import { WeakestQuestions } from './weakest-questions.tsx';

// Loaded only when the hotel has waivers.
const WaiversPanel = lazy(async () => ({
  default: (await import('./waivers-panel.tsx')).WaiversPanel,
}));

// Loaded only when the hotel has contacts.
const ContactsPanel = lazy(async () => ({
  default: (await import('./contacts-panel.tsx')).ContactsPanel,
}));

/** Shows the hotel's figures over all its interviews. */
export function OverviewTab({ hotel }: { hotel: Hotel }) {
  const { data, error, refetch } = useQuery(reportQuery(hotel.id, {}));
  if (error && !data)
    return (
      <LoadError
        title="The figures could not be loaded"
        offline="The figures need a connection"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Deferred value={data?.value}>
      {(report) => (report ? <Overview hotel={hotel} report={report} /> : <Waiting />)}
    </Deferred>
  );
}

function Overview({ hotel, report }: { hotel: Hotel; report: HotelReport }) {
  const portfolioName = usePortfolioName();
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Panel title="Categories" lead={describeCategories(report, portfolioName)}>
          <CategoriesWithBars {...report} />
        </Panel>
        <WeakestQuestions
          hotelId={hotel.id}
          lostPoints={report.lostPoints}
          percent={report.own.percent}
        />
      </div>
      <div className={classes.column}>
        <Trend trend={report.trend} />
        {hotel.waivers && (
          <Suspense>
            <WaiversPanel hotelId={hotel.id} />
          </Suspense>
        )}
        <Assessments hotelId={hotel.id} assessments={report.assessments} />
        {report.hasContacts && (
          <Suspense>
            <ContactsPanel hotelId={hotel.id} />
          </Suspense>
        )}
        <About hotel={hotel} hasContacts={report.hasContacts} />
      </div>
    </div>
  );
}

function Trend({ trend }: Pick<HotelReport, 'trend'>) {
  const months = scoredMonths(trend).slice(-12);
  return (
    <Panel title="Scores by month" lead={describeTrend(months)}>
      {months.length > 0 && (
        <>
          <TrendChart points={months} />
          <FigureTable figures={trendFigures(months)} shown={false} />
        </>
      )}
    </Panel>
  );
}

type WithHotel = { hotelId: number };

/** Shows the score of each round, the latest first. */
function Assessments({ hotelId, assessments }: Pick<HotelReport, 'assessments'> & WithHotel) {
  if (assessments.length === 0) return null;
  return (
    <Panel title="Assessments">
      <ul className={classes.assessments}>
        {assessments.map(({ percent, verdict, responses, lastAt, isAgain, ...assessment }) => (
          <li key={`${assessment.roundId} ${assessment.stage}`}>
            <span>
              <AssessmentName hotelId={hotelId} assessment={assessment} />
              <span className={classes.soft}>
                {' '}
                {countWords(responses, 'interview')}, {formatDate(lastAt)}
                {assessment.isProvisional && ', provisional'}
              </span>
              {isAgain && assessment.roundId !== null && (
                <ComparisonButton roundId={assessment.roundId} />
              )}
            </span>
            <strong>
              <Score percent={percent} verdict={verdict} bare />
            </strong>
            <VerdictBadge verdict={verdict} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type NameProps = WithHotel & {
  assessment: Pick<HotelReport['assessments'][number], 'stage' | 'cycle' | 'roundId'>;
};

/** Names an assessment, and links to its round. */
function AssessmentName({ hotelId, assessment }: NameProps) {
  const name = nameAssessment(assessment);
  if (assessment.roundId === null) return name;
  return (
    <Link to={roundPath(hotelId, assessment.roundId)} preload={false}>
      {name}
    </Link>
  );
}

function About({ hotel, hasContacts }: { hotel: Hotel; hasContacts: boolean }) {
  const facts = [
    ['Hotel ID', hotel.hotelId],
    ['Chain', hotel.hotelChain],
    ['Management', hotel.hotelManagementCo ?? nothing],
    ['Owner', hotel.hotelOwner ?? nothing],
    ['Region', hotel.fpgRegion],
    ['Chain scale', hotel.chainScale ?? nothing],
    ['Address', addressInWords(hotel)],
  ] as const;
  return (
    <Panel title="Hotel">
      <Facts facts={facts} className={classes.facts} />
      {!hasContacts && <FirstContact hotelId={hotel.id} />}
    </Panel>
  );
}

function Waiting() {
  return (
    <div className={classes.columns} aria-hidden>
      <div className={classes.column}>
        <Skeleton height={280} />
        <Skeleton height={320} />
      </div>
      <div className={classes.column}>
        <Skeleton height={330} />
        <Skeleton height={200} />
      </div>
    </div>
  );
}
