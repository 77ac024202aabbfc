import { createContext } from 'react';

import type { NameConsultant } from '#web/offline/consultants.ts';

/** What every card needs beside its hotel. Asked once for the board: forty cards have no clock each. */
export const CardContext = createContext<{ now: number; nameConsultant: NameConsultant }>({
  now: 0,
  nameConsultant: () => undefined,
});
