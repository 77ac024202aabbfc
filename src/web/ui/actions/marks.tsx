import { IconAlertOctagon, IconAlertTriangle, IconCircle } from '@tabler/icons-react';

import type { ActionRow, Severity } from '#domain/actions/action.ts';
import type { ActionStatus } from '#domain/actions/moves.ts';
import { formatDay } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toneMark, type Tone } from '#web/ui/theme/tones.ts';
import { severityWords, statusTones, statusWords } from './action-words.ts';
import classes from './actions.module.css';

const shapes = {
  critical: { Shape: IconAlertOctagon, tone: 'bad' },
  major: { Shape: IconAlertTriangle, tone: 'warn' },
  minor: { Shape: IconCircle, tone: 'neutral' },
} as const satisfies Record<Severity, { Shape: unknown; tone: Tone }>;

/** Shows the finding's severity by a word and a shape. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const { Shape, tone } = shapes[severity];
  return (
    <span className={classes.severity} data-severity={severity}>
      <Shape size={18} stroke={2} color={toneMark(tone)} aria-hidden />
      {severityWords[severity]}
    </span>
  );
}

export function ActionStatusBadge({ status }: { status: ActionStatus }) {
  return <StatusBadge tone={statusTones[status]}>{statusWords(status)}</StatusBadge>;
}

/** Shows the due date. Once it is over, it is red and a word says so. */
export function Due({ dueOn, isOverdue }: Pick<ActionRow, 'dueOn' | 'isOverdue'>) {
  return (
    <span className={classes.due} data-overdue={isOverdue}>
      {formatDay(dueOn)}
      {isOverdue && <strong> Overdue</strong>}
    </span>
  );
}

/** Returns the owner's name, or "You" when the signed-in person is the owner. */
export function ownerOf({
  owner,
  isMine,
  ownerLeft,
}: Pick<ActionRow, 'owner' | 'isMine' | 'ownerLeft'>): string {
  if (isMine) return 'You';
  if (!owner) return 'Nobody';
  return ownerLeft ? `${owner.name} (no access)` : owner.name;
}
