import { consultantRole } from '#domain/people/roles.ts';
import type { HotelReport } from '#domain/results/hotel-report.ts';
import { nameAssessment } from '#domain/rounds/round.ts';
import { sameFindingsInWords } from '#domain/rounds/same-finding.ts';
import {
  countWords,
  formatChange,
  formatDate,
  formatDay,
  formatNumber,
  nothing,
} from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { usePortfolioName } from '#web/lib/portfolio-name.ts';
import { CategoryTable } from '#web/ui/charts/category-table.tsx';
import { Facts as FactList } from '#web/ui/facts.tsx';
import { Score, ScoreBar } from '#web/ui/charts/score.tsx';
import classes from './report-sheet.module.css';
import { Section } from './report-section.tsx';

type Props = { report: HotelReport };

function noteOn(latest: HotelReport['assessments'][number]): string {
  const provisional = latest.isProvisional ? ', provisional' : '';
  return `${latest.verdict}, ${nameAssessment(latest)}${provisional}`;
}

/** Names the assessment that the latest one is compared with, or says why there is nothing to compare. */
function sinceWhich([latest, before]: HotelReport['assessments']): string {
  if (!latest) return 'No assessment yet';
  return before ? `since ${nameAssessment(before)}` : 'No assessment before it';
}

function points(change: number | null): string {
  return change === null ? nothing : `${formatChange(change)} points`;
}

/**
 * Shows the most important figures first: the latest assessment, its change, and the averages to
 * compare with.
 */
export function Scores({ report: { assessments, change, own, portfolio, critical } }: Props) {
  const [latest] = assessments;
  const portfolioName = usePortfolioName();
  const passLine = usePortfolioLine();
  const figures = [
    {
      label: 'Latest assessment',
      value: (
        <Score percent={latest?.percent ?? null} {...(latest && { verdict: latest.verdict })} />
      ),
      note: latest ? noteOn(latest) : 'Not scored',
    },
    {
      label: 'Change',
      value: points(change),
      note: sinceWhich(assessments),
    },
    {
      label: 'Overall score',
      value: <Score percent={own.percent} verdict={own.verdict} />,
      note: `${countWords(own.responses, 'interview')}${critical > 0 ? `, ${formatNumber(critical)} of them with a critical finding` : ''}`,
    },
    {
      label: portfolioName,
      value: <Score percent={portfolio.percent} verdict={portfolio.verdict} />,
      note: `${countWords(portfolio.responses, 'interview')}, pass at ${passLine}%`,
    },
  ];
  return (
    <dl className={classes.scores}>
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.soft}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Facts({ report: { hotel, consultantName } }: Props) {
  const facts = [
    ['Hotel ID', hotel.hotelId],
    ['Chain', hotel.hotelChain],
    ['Management', hotel.hotelManagementCo ?? nothing],
    ['Owner', hotel.hotelOwner ?? nothing],
    ['Region', hotel.fpgRegion],
    [consultantRole, consultantName ?? 'Not assigned'],
    ['Status', hotel.status],
    ['Virtual session', formatDay(hotel.virtualSessionCompletionDate)],
    ['Virtual re-assessment', formatDay(hotel.virtualReAssessmentCompletionDate)],
  ] as const;
  return (
    <Section title="Hotel and dates">
      <FactList facts={facts} className={classes.facts} />
    </Section>
  );
}

export function Categories({ report: { own, portfolio } }: Props) {
  const passLine = usePortfolioLine();
  return (
    <Section title="Categories">
      <CategoryTable
        own={own}
        portfolio={portfolio}
        className={classes.table}
        differenceTitle="Difference"
        renderBar={(percent) => (
          <span className={classes.bar}>
            <ScoreBar percent={percent} />
          </span>
        )}
      />
      <p className={classes.soft}>The line marks the pass line at {passLine}%.</p>
    </Section>
  );
}

export function Assessments({ report: { assessments } }: Props) {
  if (assessments.length === 0) return null;
  return (
    <Section title="Assessments">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col" data-minor>
              Held
            </th>
            <th scope="col" data-number data-minor>
              Interviews
            </th>
            <th scope="col" data-number>
              Score
            </th>
            <th scope="col" data-number>
              Change
            </th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {assessments.map((assessment, index) => {
            const { stage, roundId, firstAt, lastAt, responses, percent, verdict } = assessment;
            const before = assessments[index + 1];
            const cause = sameFindingsInWords(assessment.sameFindings);
            const [first, last] = [formatDate(firstAt), formatDate(lastAt)];
            return (
              <tr key={`${roundId} ${stage}`}>
                <th scope="row">
                  {nameAssessment(assessment)}
                  {cause !== null && <p className={classes.soft}>{cause}</p>}
                </th>
                <td data-minor>{first === last ? first : `${first} to ${last}`}</td>
                <td data-number data-minor>
                  {formatNumber(responses)}
                </td>
                <td data-number>
                  <Score percent={percent} verdict={verdict} bare />
                </td>
                <td data-number>{before ? formatChange(percent - before.percent) : nothing}</td>
                <td data-whole>
                  <strong>{verdict}</strong>
                  {assessment.isProvisional && ', provisional'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}
