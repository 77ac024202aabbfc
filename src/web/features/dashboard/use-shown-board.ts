import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { withEdits } from '#web/offline/edited-board.ts';
import { readBoard } from './read-dashboard.ts';
import type { OnDevice } from './use-device.ts';

/** The board as its own screen shows it: with what was changed on this device. */
export function useShownBoard({ edited }: Pick<OnDevice, 'edited'>) {
  const { data, error, refetch } = useQuery(readBoard);
  const board = useMemo(() => data && withEdits(data.value, edited), [data, edited]);
  return { board, data, error, refetch };
}
