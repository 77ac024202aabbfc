import { reviewReasons } from '#domain/responses/review-reasons.ts';
import type { Imported, ImportOutcome } from '#domain/sync/exported-file.ts';
import { formatMoment, nothing } from '#web/lib/format.ts';
import { ScrollingTable } from '#web/ui/scrolling-table.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Tone } from '#web/ui/theme/tones.ts';

import classes from './import-file.module.css';
import type { Exported } from './read-exported-file.ts';

const outcomeWords: Readonly<Record<ImportOutcome, { words: string; tone: Tone }>> = {
  stored: { words: 'Stored', tone: 'good' },
  present: { words: 'Already there', tone: 'neutral' },
  refused: { words: 'Refused', tone: 'bad' },
};

/**
 * Returns a remark on an outcome: the reason of a refusal, or the review reasons. Empty when there
 * is none.
 */
export function remarkOf({ refusal, reviewReasons: reasons, counts }: Imported): string {
  if (refusal !== null) return refusal;
  const names = reasons.map((reason) => reviewReasons[reason].name.toLowerCase());
  if (names.length === 0) return '';
  const flagged = `Flagged: ${names.join(', ')}`;
  return counts ? flagged : `${flagged}. It does not count until somebody accepts it`;
}

type Props = {
  responses: readonly Exported[];
  /** The outcomes in the order of the responses; undefined before the import. */
  outcomes: readonly Imported[] | undefined;
};

export function ImportedTable({ responses, outcomes }: Props) {
  return (
    <ScrollingTable
      name="Responses in the file"
      headings={['Respondent', 'Hotel', 'Completed', outcomes ? 'Outcome' : 'In the file']}
      maxHeight="min(50dvh, 30rem)"
      isStacking
    >
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
    </ScrollingTable>
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
