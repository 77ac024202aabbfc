import { createContext } from 'react';

import type { NameConsultant } from '#web/offline/readings/consultants.ts';

/**
 * What every card needs besides its hotel. The board reads it once, so that not each card needs its
 * own clock.
 */
export const CardContext = createContext<{ now: number; nameConsultant: NameConsultant }>({
  now: 0,
  nameConsultant: () => undefined,
});
