import { mostRemarks, type HotelReport } from '#domain/results/hotel-report.ts';
import { countWords, formatDate, formatNumber } from '#web/lib/format.ts';
import { ReportPhotos } from './report-pictures.tsx';
import { Section } from './report-section.tsx';
import classes from './report-sheet.module.css';

type Listed = Pick<HotelReport, 'remarks' | 'moreRemarks' | 'interviews'> & {
  own: Pick<HotelReport['own'], 'responses'>;
};

/**
 * Lists findings by their standard code, questions that were not applicable, and notes to answers. Shows
 * nothing when the interviews have none of these.
 */
export function Remarks({ report }: { report: Listed }) {
  const { remarks } = report;
  if (remarks.length === 0) return null;
  const limit = limitOf(report);
  return (
    <Section title="Findings and notes">
      {limit && <p className={classes.soft}>{limit}</p>}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Answer</th>
            <th scope="col">What</th>
            <th scope="col" data-minor>
              Date
            </th>
          </tr>
        </thead>
        <tbody>
          {remarks.map(
            ({ responseId, completedAt, name, section, text, mark, answer, note, ...pictures }) => (
              <tr key={`${responseId}/${name}`}>
                <th scope="row" data-words>
                  {name} <bdi className={classes.soft}>{text}</bdi>
                  {section && (
                    <span className={classes.soft}>
                      {' '}
                      (<bdi>{section}</bdi>)
                    </span>
                  )}
                </th>
                <td data-words>
                  <bdi>{answer}</bdi>
                  {note && (
                    <p className={classes.notes} dir="auto">
                      {note}
                    </p>
                  )}
                  <ReportPhotos {...pictures} />
                </td>
                <td data-whole>{mark ?? 'Note'}</td>
                <td data-whole data-minor>
                  {formatDate(completedAt)}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </Section>
  );
}

/** Returns what the list leaves out, in words. Undefined when it is complete. */
function limitOf({ moreRemarks, interviews, own }: Listed): string | undefined {
  if (moreRemarks) return `The latest ${formatNumber(mostRemarks)}. There are more.`;
  if (interviews.length === own.responses) return undefined;
  return `Of the latest ${countWords(interviews.length, 'interview')}.`;
}
