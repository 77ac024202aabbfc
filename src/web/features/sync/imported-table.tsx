import { ScrollArea } from '@mantine/core';

import { reviewReasons } from '#domain/responses/response.ts';
import type { Imported, ImportOutcome } from '#domain/sync/exported-file.ts';
import { formatMoment, nothing } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Tone } from '#web/ui/tones.ts';

import classes from './import-file.module.css';
import type { Exported } from './read-exported-file.ts';

const outcomeWords: Readonly<Record<ImportOutcome, { words: string; tone: Tone }>> = {
  stored: { words: 'Stored', tone: 'good' },
  present: { words: 'Already there', tone: 'neutral' },
  refused: { words: 'Refused', tone: 'bad' },
};

/** What else there is to say of an outcome. */
export function remarkOf({ refusal, reviewReasons: reasons }: Imported): string {
  if (refusal !== null) return refusal;
  const names = reasons.map((reason) => reviewReasons[reason].name.toLowerCase());
  return names.length > 0 ? `Flagged: ${names.join(', ')}` : '';
}

type Props = {
  responses: readonly Exported[];
  /** In the same order; undefined before the import. */
  outcomes: readonly Imported[] | undefined;
};

export function ImportedTable({ responses, outcomes }: Props) {
  return (
    <ScrollArea.Autosize mah="min(50dvh, 30rem)" viewportProps={byKeyboard}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Respondent</th>
            <th scope="col">Hotel</th>
            <th scope="col">Completed</th>
            <th scope="col">{outcomes ? 'Outcome' : 'In the file'}</th>
          </tr>
        </thead>
        <tbody>
          {responses.map((one, place) => (
            <tr key={one.key}>
              <td>{one.respondentName}</td>
              <td>{one.hotelName || nothing}</td>
              <td>{formatMoment(one.completedAt)}</td>
              <td>
                <State response={one} outcome={outcomes?.[place]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea.Autosize>
  );
}

function State({ response, outcome }: { response: Exported; outcome: Imported | undefined }) {
  if (outcome) {
    const { words, tone } = outcomeWords[outcome.outcome];
    return (
      <>
        <StatusBadge tone={tone}>{words}</StatusBadge>
        <p className={classes.remark}>{remarkOf(outcome)}</p>
      </>
    );
  }
  if (response.isDamaged) return <StatusBadge tone="bad">Damaged</StatusBadge>;
  return <StatusBadge tone="neutral">Whole</StatusBadge>;
}

/** It scrolls by itself, so it must be reached without a pointer. */
const byKeyboard = { tabIndex: 0, role: 'region', 'aria-label': 'Responses in the file' };
