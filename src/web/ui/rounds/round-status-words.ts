import type { RoundStatus } from '#domain/rounds/round.ts';

/** What the status of a round is called. */
export const roundStatusWords: Readonly<Record<RoundStatus, string>> = {
  planned: 'Planned',
  open: 'Open',
  submitted: 'Submitted',
  approved: 'Approved',
  closed: 'Closed',
  cancelled: 'Cancelled',
};
