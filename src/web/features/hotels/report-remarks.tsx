import type { HotelReport } from '#domain/results/hotel-report.ts';
import { formatDate } from '#web/lib/format.ts';
import { ReportPhotos } from './report-pictures.tsx';
import { Section } from './report-section.tsx';
import classes from './report-sheet.module.css';

/**
 * Lists findings by their standard code, questions that were not applicable, and notes to answers. Shows
 * nothing when the interviews have none of these.
 */
export function Remarks({ report: { remarks } }: { report: HotelReport }) {
  if (remarks.length === 0) return null;
  return (
    <Section title="Findings and notes">
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
            ({ responseId, completedAt, name, section, text, mark, answer, note, photos }) => (
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
                  <ReportPhotos photos={photos} />
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
