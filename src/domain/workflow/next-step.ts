import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Action } from '#domain/people/roles.ts';
import type { Stage } from './stages.ts';

/** The one thing that a hotel's page offers first, and how its button reads. */
export type NextStep =
  | { kind: 'interview'; label: string }
  | { kind: 'set-session-date'; label: string }
  | { kind: 'write-evaluation'; label: string }
  | { kind: 'move'; label: string; to: Stage }
  | { kind: 'complete'; label: string };

type StepHotel = Pick<
  Hotel,
  'stage' | 'status' | 'virtualSessionCompletionDate' | 'evaluationNotes'
>;

/**
 * Returns what a hotel needs next in its stage, for somebody who may do it; null where that person may
 * not, and where the work is done. A move is offered only where the guard of the stages allows it.
 */
export function nextStepOf(hotel: StepHotel, may: (action: Action) => boolean): NextStep | null {
  if (hotel.status === 'Complete') return null;
  const step = stepIn(hotel);
  return may(step.kind === 'interview' ? 'interviews.conduct' : 'hotels.write') ? step : null;
}

function stepIn(hotel: StepHotel): NextStep {
  switch (hotel.stage) {
    case 'Initiated':
    case 'Onsite Assessment':
      return { kind: 'interview', label: 'Begin interview' };
    case 'Virtual Session':
      return hotel.virtualSessionCompletionDate === null
        ? { kind: 'set-session-date', label: 'Set session date' }
        : moveTo('Virtual Re-Assessment');
    case 'Virtual Re-Assessment':
      return { kind: 'interview', label: 'Begin re-assessment interview' };
    case 'Evaluation':
      return hotel.evaluationNotes?.trim()
        ? moveTo('Disposition')
        : { kind: 'write-evaluation', label: 'Write evaluation' };
    case 'Disposition':
      return { kind: 'complete', label: 'Mark as complete' };
  }
}

function moveTo(stage: Stage): NextStep {
  return { kind: 'move', label: `Move to ${stage}`, to: stage };
}
