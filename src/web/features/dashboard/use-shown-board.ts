import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { withEdits } from '#web/offline/readings/edited-board.ts';
import { readBoard } from './read-dashboard.ts';
import type { OnDevice } from './use-device.ts';

/** Returns the board with the changes made on this device, as the board's own screen shows it. */
export function useShownBoard({ edited }: Pick<OnDevice, 'edited'>) {
  const { data, error, refetch } = useQuery(readBoard);
  const board = useMemo(() => data && withEdits(data.value, edited), [data, edited]);
  return { board, data, error, refetch };
}
