import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconCalendar,
  IconCheck,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { can } from '#domain/people/person.ts';
import { nextStepOf, type NextStep } from '#domain/workflow/next-step.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Movable } from '#web/features/workflow/board-state.ts';
import { changeHotel, tellChanged } from '#web/features/workflow/change-hotel.ts';
import { moveScope } from '#web/features/workflow/use-moves.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { interviewPath } from '#web/paths.ts';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import type { Field } from './evaluation-tab.tsx';

const icons: Readonly<Record<NextStep['kind'], ReactNode>> = {
  interview: <IconPlayerPlay size={18} aria-hidden />,
  'set-session-date': <IconCalendar size={18} aria-hidden />,
  'write-evaluation': <IconPencil size={18} aria-hidden />,
  move: <IconArrowRight size={18} aria-hidden />,
  complete: <IconCheck size={18} aria-hidden />,
};

type Props = {
  hotel: Hotel;
  onMove: (hotel: Movable, stage: Stage) => void;
  /** Opens the tab that has the field, and focuses the field. */
  onWrite: (field: Field) => void;
};

/** Shows the one button for the hotel's next step, or nothing when there is none. */
export function NextStepButton({ hotel, onMove, onWrite }: Props) {
  const person = useCurrentUser();
  const complete = useComplete(hotel);
  const step = nextStepOf(hotel, (action) => can(person, action));
  if (!step) return null;
  if (step.kind === 'interview')
    return (
      <Button component={Link} to={interviewPath(hotel.id)} leftSection={icons.interview}>
        {step.label}
      </Button>
    );
  const act = () => {
    if (step.kind === 'move') onMove(hotel, step.to);
    else if (step.kind === 'complete') complete.mutate();
    else onWrite(step.kind === 'set-session-date' ? 'date' : 'notes');
  };
  return (
    <Button leftSection={icons[step.kind]} loading={complete.isPending} onClick={act}>
      {step.label}
    </Button>
  );
}

function useComplete(hotel: Hotel) {
  const client = useQueryClient();
  const basedOn = { status: hotel.status };
  return useMutation({
    // Waits for a move that is still being sent, because the move sets a status and a version too.
    scope: moveScope,
    mutationFn: () => changeHotel(client, hotel, { status: 'Complete', basedOn }, basedOn),
    onSuccess: (changed) => tellChanged(changed, 'Hotel updated successfully', 3_000),
    onError: (error) => toast.error('Failed to update hotel', whyFailed(error)),
  });
}
