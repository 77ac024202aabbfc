import { Skeleton } from '@mantine/core';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { consultantRole } from '#domain/people/roles.ts';
import type { HotelReport } from '#domain/results/hotel-report.ts';
import { nameAssessment } from '#domain/rounds/round.ts';
import { useInterviews } from '#web/features/workflow/use-interviews.ts';
import { countWords, formatChange, nothing } from '#web/lib/format.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/theme/tones.ts';
import classes from './hotel-page.module.css';
import { HotelTabLink } from './hotel-tabs.tsx';
import { StageLine } from './stage-line.tsx';

type Props = {
  hotel: Hotel;
  /** Undefined until it has been read. */
  report: HotelReport | undefined;
  /** True when the report could not be read, neither from the server nor from this device. */
  hasFailed: boolean;
};

/** Shows what people want to know first about a hotel. */
export function HotelHead({ hotel, report, hasFailed }: Props) {
  const { nameConsultant } = useConsultants();
  return (
    <section className={classes.glance} aria-label="At a glance">
      <StageLine hotelId={hotel.id} stage={hotel.stage} />
      <dl className={classes.figures}>
        <div>
          <dt>Latest assessment</dt>
          <dd>
            {report && <LatestScore report={report} />}
            {!report && (hasFailed ? nothing : <Skeleton height={28} width="9rem" />)}
          </dd>
        </div>
        <div>
          <dt>{consultantRole}</dt>
          <dd>{nameConsultant(hotel.serviceConsultantId) ?? 'Not assigned'}</dd>
        </div>
        <div>
          <dt>In progress</dt>
          <dd>
            <Running hotelId={hotel.id} />
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge tone={hotelStatusTones[hotel.status]}>{hotel.status}</StatusBadge>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/**
 * Shows the latest assessment's score and verdict, and the change from the assessment before it.
 * It is the mean of all interviews of one round; the board's cards show the latest interview alone.
 */
function LatestScore({ report: { assessments, change } }: { report: HotelReport }) {
  const [latest, before] = assessments;
  if (!latest) return <VerdictBadge verdict="Not scored" />;
  return (
    <>
      <strong
        className={classes.score}
        title={`Mean of ${countWords(latest.responses, 'interview')} in ${nameAssessment(latest)}`}
      >
        <Score percent={latest.percent} verdict={latest.verdict} bare />
      </strong>
      <VerdictBadge verdict={latest.verdict} />
      {latest.isProvisional && <span className={classes.soft}>provisional</span>}
      {before && (
        <span className={classes.soft}>
          {formatChange(change)} points since {nameAssessment(before)}
        </span>
      )}
    </>
  );
}

function Running({ hotelId }: { hotelId: number }) {
  const { inProgress, isLoading } = useInterviews(hotelId);
  if (isLoading) return <Skeleton height={20} width="6rem" />;
  if (inProgress.length === 0) return 'No interviews';
  return <HotelTabLink tab="interviews">{countWords(inProgress.length, 'interview')}</HotelTabLink>;
}
