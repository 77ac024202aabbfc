import type { Imported } from '#domain/sync/exported-file.ts';
import { CopyTable } from '#web/ui/responses/copy-table.tsx';
import { remarkOf } from './imported-table.tsx';
import type { Exported } from './read-exported-file.ts';

type Props = { responses: readonly Exported[]; outcomes: readonly Imported[] };

export function CopyOutcomes({ responses, outcomes }: Props) {
  const rows = outcomes.map((outcome, place) => {
    const { respondentName = '', hotelName = '', completedAt } = responses[place] ?? {};
    const cells = [outcome.clientId, respondentName, hotelName, completedAt ?? ''];
    return [...cells, outcome.outcome, remarkOf(outcome)];
  });
  return <CopyTable variant="subtle" rows={[headings, ...rows]} />;
}

const headings = ['Interview', 'Respondent', 'Hotel', 'Completed', 'Outcome', 'Remark'];
