import { VisuallyHidden } from '@mantine/core';
import { useContext } from 'react';

import { plural } from '#domain/plural.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import type { BoardCard } from '#domain/workflow/board.ts';
import { daysSince } from '#domain/workflow/quiet-hotels.ts';
import { isLongInStage } from '#domain/workflow/stages.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { toneColors, verdictTones } from '#web/ui/theme/tones.ts';
import { CardContext } from './card-context.ts';
import classes from './hotel-card.module.css';

/** Shows a card's last line: the figures that help to decide which hotel to open. */
export function CardFigures({ hotel }: { hotel: BoardCard }) {
  return (
    <span className={classes.figures}>
      <Score latest={hotel.latest} />
      <Running count={hotel.sessionsInProgress} />
      <Days hotel={hotel} />
      <Consultant id={hotel.serviceConsultantId} />
    </span>
  );
}

function Score({ latest }: Pick<BoardCard, 'latest'>) {
  if (!latest) return <span className={classes.score}>No score yet</span>;
  const verdict = verdictOf(latest);
  const percent = percentOf(latest);
  const color = `var(--mantine-color-${toneColors[verdictTones[verdict]]}-light-color)`;
  return (
    <span className={classes.score} style={{ color }} title="Score of the latest interview">
      <VisuallyHidden>Latest interview </VisuallyHidden>
      {percent !== null && <strong>{formatPercent(percent)}</strong>} {verdict}
    </span>
  );
}

function Running({ count }: { count: number }) {
  if (count === 0) return null;
  const words = `${formatNumber(count)} ${plural(count, 'interview')} in progress`;
  return (
    <span className={classes.running} title={words}>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

function Days({ hotel }: { hotel: BoardCard }) {
  const { now } = useContext(CardContext);
  if (hotel.stageSince === null) return null;
  const days = Math.max(0, daysSince(hotel.stageSince, now));
  const isLong = isLongInStage(hotel, days);
  const words = `${formatNumber(days)} ${plural(days, 'day')} in this stage${isLong ? ', for long' : ''}`;
  return (
    <span className={classes.days} data-long={isLong} title={words}>
      <span aria-hidden>{formatNumber(days)} d</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

function Consultant({ id }: { id: number | null }) {
  const { nameConsultant } = useContext(CardContext);
  const name = nameConsultant(id);
  if (name === undefined) return null;
  return (
    <span className={classes.consultant} title={name}>
      {/* The key makes a new element for a new name. The text is centred, so changed text would move. */}
      <span key={name} aria-hidden>
        {shortOf(name)}
      </span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}

/** Returns a person's initials: "AR" for "Anna Maria Rossi". */
function shortOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word = '') => (/^./u.exec(word)?.[0] ?? '').toUpperCase())
    .join('');
}
