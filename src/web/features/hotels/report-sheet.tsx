import { Title } from '@mantine/core';

import { addressInWords } from '#domain/hotels/address-in-words.ts';
import type { HotelReport } from '#domain/results/hotel-report.ts';
import { briefCauses } from '#domain/scoring/verdict-in-words.ts';
import { formatMoment, formatNumber } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { InterviewsTable } from '#web/ui/responses/interviews-table.tsx';
import { whyNoneLost } from '#web/ui/responses/why-none-lost.ts';
import { Logo } from '#web/ui/logo.tsx';
import { StageSteps } from '#web/ui/stage-badge.tsx';
import { TrendChart } from '#web/ui/charts/trend-chart.tsx';
import { describeTrend, scoredMonths } from '#web/ui/charts/trend.ts';
import { ReportActions } from './report-actions.tsx';
import { Signatures } from './report-pictures.tsx';
import { Remarks } from './report-remarks.tsx';
import { Section } from './report-section.tsx';
import { Assessments, Categories, Facts, Scores } from './report-summary.tsx';
import classes from './report-sheet.module.css';

type Props = {
  report: HotelReport;
  range: string;
  /** When this device read the figures, if they are not from the server now. */
  savedAt: number | undefined;
};

/**
 * Shows the report as it is printed. The first page has the scores and their reasons, the others
 * the details.
 */
export function ReportSheet({ report, range, savedAt }: Props) {
  const { hotel } = report;
  return (
    <article className={classes.sheet} aria-label={`Report of ${hotel.hotelName}`}>
      <style>{pageOf(hotel.hotelName)}</style>
      <header className={classes.head}>
        <Logo size={44} />
        <div className={classes.whose}>
          <Title order={2} className={classes.name} dir="auto">
            {hotel.hotelName}
          </Title>
          <p className={classes.soft}>
            {hotel.hotelBrand} · {addressInWords(hotel)}
          </p>
          <p className={classes.soft}>
            {range} · made {formatMoment(new Date(useNow()).toISOString())}
            {savedAt !== undefined &&
              ` from figures of ${formatMoment(new Date(savedAt).toISOString())}`}
          </p>
        </div>
        <span className={classes.stage}>
          <StageSteps stage={hotel.stage} />
          {hotel.stage}
        </span>
      </header>
      <Scores report={report} />
      <Categories report={report} />
      <Assessments report={report} />
      <WeakQuestions report={report} />
      <Section title="Evaluation notes">
        <p className={classes.notes} dir="auto">
          {hotel.evaluationNotes?.trim() || 'None written.'}
        </p>
      </Section>
      <div className={classes.detail}>
        <ReportActions hotelId={hotel.id} />
        <Remarks report={report} />
        <Facts report={report} />
        <Months report={report} />
        <Interviews report={report} />
        <Signatures report={report} />
      </div>
    </article>
  );
}

function Months({ report: { trend } }: { report: HotelReport }) {
  const months = scoredMonths(trend).slice(-12);
  return (
    <Section title="Scores by month">
      <p className={classes.soft}>{describeTrend(months)}</p>
      {months.length > 0 && (
        <div className={classes.chart}>
          <TrendChart points={months} />
        </div>
      )}
    </Section>
  );
}

/** The most questions that fit on the first page, with the notes below them. */
const mostQuestions = 8;

/**
 * Returns the print styles. Every page names the hotel and shows its page number and the number of
 * pages.
 */
function pageOf(hotelName: string): string {
  return `@page {
    margin: 15mm 14mm 17mm;
    @bottom-left { content: ${JSON.stringify(`${hotelName} – Bellwether`)}; font: 8pt sans-serif; }
    @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; }
  }`;
}

function WeakQuestions({ report: { lostPoints, own } }: { report: HotelReport }) {
  const losing = lostPoints.questions.filter(({ lost }) => lost > 0).slice(0, mostQuestions);
  if (losing.length === 0)
    return (
      <Section title="Weakest questions">
        <p className={classes.soft}>{whyNoneLost(lostPoints, own.percent)}</p>
      </Section>
    );
  return (
    <Section title="Weakest questions">
      <p className={classes.soft}>
        The {formatNumber(losing.length)} that lost the most of {formatNumber(lostPoints.totalLost)}{' '}
        points lost in all.
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col" data-minor>
              Category
            </th>
            <th scope="col" data-number>
              Reached
            </th>
            <th scope="col" data-number>
              Points lost
            </th>
          </tr>
        </thead>
        <tbody>
          {losing.map((one) => (
            <tr key={`${one.surveyId}/${one.questionId}`}>
              <th scope="row" data-words dir="auto">
                {one.text}
              </th>
              <td data-minor data-whole>
                {one.kpeCategory ?? 'None'}
              </td>
              <td data-number>
                {formatNumber(one.score)} of {formatNumber(one.maximum)}
              </td>
              <td data-number>{formatNumber(one.lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Interviews({ report: { interviews, own } }: { report: HotelReport }) {
  if (interviews.length === 0)
    return (
      <Section title="Interviews">
        <p className={classes.soft}>No completed interviews.</p>
      </Section>
    );
  return (
    <Section title="Interviews">
      <p className={classes.soft}>
        {interviews.length < own.responses
          ? `The latest ${formatNumber(interviews.length)} of ${formatNumber(own.responses)}.`
          : `${formatNumber(own.responses)} in all.`}
      </p>
      <InterviewsTable
        rows={interviews}
        className={classes.table}
        renderRespondent={(one) => (
          <>
            <bdi>{one.respondentName}</bdi>
            <span className={classes.soft}>, {one.respondentJobTitle}</span>
          </>
        )}
        renderResult={(one) => (
          <>
            <span data-whole>{one.verdict}</span>
            {briefCauses(one.causes).map((cause) => `, ${cause}`)}
            {one.corrected && <span className={classes.soft}>, corrected</span>}
          </>
        )}
      />
    </Section>
  );
}
