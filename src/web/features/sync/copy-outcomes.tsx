import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

import type { Imported } from '#domain/sync/exported-file.ts';

import { remarkOf } from './imported-table.tsx';
import type { Exported } from './read-exported-file.ts';

type Props = { responses: readonly Exported[]; outcomes: readonly Imported[] };

export function CopyOutcomes({ responses, outcomes }: Props) {
  return (
    <CopyButton value={asTable(responses, outcomes)}>
      {({ copied, copy }) => (
        <Button
          variant="subtle"
          leftSection={
            copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
          }
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy table'}
        </Button>
      )}
    </CopyButton>
  );
}

/** As a spreadsheet takes it from the clipboard. */
function asTable(responses: readonly Exported[], outcomes: readonly Imported[]): string {
  const head = ['Interview', 'Respondent', 'Hotel', 'Completed', 'Outcome', 'Remark'];
  const rows = outcomes.map((outcome, place) => {
    const { respondentName = '', hotelName = '', completedAt } = responses[place] ?? {};
    const cells = [outcome.clientId, respondentName, hotelName, completedAt ?? ''];
    return [...cells, outcome.outcome, remarkOf(outcome)];
  });
  return [head, ...rows]
    .map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n');
}
