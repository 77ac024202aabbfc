import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { ExportedPlan } from '#domain/sync/exported-plan.ts';
import { exitPath } from '#web/paths.ts';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Tone } from '#web/ui/theme/tones.ts';

import type { ImportedPlan } from './import-plans.ts';

const outcomeWords: Readonly<Record<ImportedPlan['outcome'], { words: string; tone: Tone }>> = {
  stored: { words: 'Stored', tone: 'good' },
  draft: { words: 'On this device', tone: 'good' },
  present: { words: 'Already there', tone: 'neutral' },
  refused: { words: 'Refused', tone: 'bad' },
};

type Props = {
  plans: readonly ExportedPlan[];
  /** The outcomes in the order of the plans; undefined before the import. */
  outcomes: readonly ImportedPlan[] | undefined;
};

/** Shows the exit plans of a file and, after the import, what became of each. */
export function PlansInFile({ plans, outcomes }: Props) {
  if (plans.length === 0) return null;
  return (
    <RecordList>
      {plans.map(({ planId, hotelId, hotelName, agreed }, place) => {
        const outcome = outcomes?.[place];
        return (
          <RecordRow
            key={planId}
            title={`Exit plan of ${hotelName}`}
            details={agreed ? 'Agreed' : 'Not agreed when it was exported'}
            reason={outcome?.refusal ?? null}
          >
            {outcome && (
              <StatusBadge tone={outcomeWords[outcome.outcome].tone}>
                {outcomeWords[outcome.outcome].words}
              </StatusBadge>
            )}
            {outcome?.outcome === 'draft' && (
              <Anchor
                renderRoot={(root) => <Link {...root} to={exitPath(hotelId)} preload={false} />}
              >
                Open the exit meeting
              </Anchor>
            )}
          </RecordRow>
        );
      })}
    </RecordList>
  );
}
