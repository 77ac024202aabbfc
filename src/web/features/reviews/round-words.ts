import type { RoundKind, RoundStatus } from '#domain/rounds/round.ts';
import type { Tone } from '#web/ui/theme/tones.ts';

/** What a round is called on its own page. */
export const roundTitles: Readonly<Record<RoundKind, string>> = {
  self: 'Self-assessment',
  onsite: 'Onsite assessment',
  session: 'Virtual session',
  reassessment: 'Virtual re-assessment',
  other: 'Interviews',
};

export const statusTones: Readonly<Record<RoundStatus, Tone>> = {
  planned: 'neutral',
  open: 'info',
  submitted: 'brass',
  approved: 'good',
  closed: 'neutral',
  cancelled: 'neutral',
};
