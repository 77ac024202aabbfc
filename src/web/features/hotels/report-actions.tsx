import { useInfiniteQuery } from '@tanstack/react-query';

import { actionsPerPage } from '#domain/actions/action.ts';
import { formatDay, formatNumber } from '#web/lib/format.ts';
import { actionPagesQuery } from '#web/offline/readings/actions-reading.ts';
import { codeOf, severityWords, statusWords } from '#web/ui/actions/action-words.ts';
import { Section } from './report-section.tsx';
import classes from './report-sheet.module.css';

/** Lists the hotel's open actions, the earliest due first. Shows nothing when there are none. */
export function ReportActions({ hotelId }: { hotelId: number }) {
  const [page] = useInfiniteQuery(actionPagesQuery({ hotelId, show: 'open' })).data?.pages ?? [];
  if (!page || page.value.actions.length === 0) return null;
  const { actions, next } = page.value;
  return (
    <Section title="Open actions">
      {next !== null && (
        <p className={classes.soft}>The {formatNumber(actionsPerPage)} that are due first.</p>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Severity</th>
            <th scope="col">Owner</th>
            <th scope="col">Due</th>
            <th scope="col" data-minor>
              Status
            </th>
          </tr>
        </thead>
        <tbody>
          {actions.map((action) => (
            <tr key={action.id}>
              <th scope="row" data-words>
                {codeOf(action)} <bdi className={classes.soft}>{action.questionText}</bdi>
              </th>
              <td data-whole>{severityWords[action.severity]}</td>
              <td data-words>{action.owner?.name ?? 'Nobody'}</td>
              <td data-whole>
                {formatDay(action.dueOn)}
                {action.isOverdue && ', overdue'}
              </td>
              <td data-whole data-minor>
                {statusWords(action.status)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
