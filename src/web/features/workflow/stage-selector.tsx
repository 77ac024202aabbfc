import { Select } from '@mantine/core';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import type { Movable } from './board-state.ts';

type Props = {
  hotel: Hotel;
  isOnline: boolean;
  onMove: (hotel: Movable, stage: Stage) => void;
};

export function StageSelector({ hotel, isOnline, onMove }: Props) {
  return (
    <Select
      label="Stage"
      data={[...stages]}
      value={hotel.stage}
      onChange={(stage) => stage && stage !== hotel.stage && onMove(hotel, stage)}
      allowDeselect={false}
      disabled={!isOnline}
      description={isOnline ? undefined : 'Changing the stage needs a connection.'}
    />
  );
}
