import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ExitPlan as StoredPlan } from '#domain/actions/exit-plan.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import type { ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { roundPath } from '#web/paths.ts';

import classes from './exit.module.css';

type Props = {
  plan: ExitPlan;
  /** How many other plans of the hotel are being made on this device. */
  waiting: number;
  /** Plans of the round that other devices have sent, as far as this device knows them. */
  others: readonly StoredPlan[];
};

/** Says whose plan this is, and which other plans there are about the same findings. */
export function OtherPlans({ plan: { author, hotelId }, waiting, others }: Props) {
  const [latest] = others;
  if (!author && waiting === 0 && !latest) return null;
  return (
    <Alert
      className={classes.about ?? ''}
      color="blue"
      icon={<IconInfoCircle aria-hidden />}
      title="About this plan"
    >
      {author && (
        <p>
          {author.name} began it. You have taken it over; it is agreed and stored in their name.
        </p>
      )}
      {waiting > 0 && (
        <p>
          {countWords(waiting, 'other plan')} of this hotel{' '}
          {waiting === 1
            ? 'is being made on this device. It opens'
            : 'are being made on this device. They open'}{' '}
          once this one is agreed.
        </p>
      )}
      {latest && (
        <p>
          {latest.by} agreed a plan for this round on another device, {formatMoment(latest.heldAt)}.
          Both plans are joined by finding.{' '}
          {latest.roundId !== null && (
            <ToRound hotelId={hotelId} roundId={latest.roundId}>
              Read it
            </ToRound>
          )}
        </p>
      )}
    </Alert>
  );
}

/** Says that another plan of the round differs from this one, and links to the page where a person decides. */
export function MeetsAnother({ plan: { hotelId, meets } }: { plan: ExitPlan }) {
  if (!meets || (meets.undecided === 0 && meets.otherwise === 0)) return null;
  const { undecided, otherwise, roundId } = meets;
  const isOpen = undecided > 0;
  return (
    <Alert
      color={isOpen ? 'orange' : 'blue'}
      icon={<IconInfoCircle aria-hidden />}
      title={
        isOpen
          ? `Another signed plan differs in ${countWords(undecided, 'finding')}`
          : `Another plan holds in ${countWords(otherwise, 'finding')}`
      }
    >
      {isOpen
        ? 'Both plans are kept. The one that was held first holds until somebody decides.'
        : 'Both plans are kept. A signed plan holds before one that is not, and otherwise the later words do.'}{' '}
      {roundId !== null && (
        <ToRound hotelId={hotelId} roundId={roundId}>
          {isOpen ? 'Compare and decide' : 'Compare them'}
        </ToRound>
      )}
    </Alert>
  );
}

type ToRoundProps = { hotelId: number; roundId: number; children: ReactNode };

function ToRound({ hotelId, roundId, children }: ToRoundProps) {
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(root) => <Link {...root} to={roundPath(hotelId, roundId)} preload={false} />}
    >
      {children}
    </Anchor>
  );
}
