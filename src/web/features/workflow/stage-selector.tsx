import { Select } from '@mantine/core';
import { useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import type { Movable } from './board-state.ts';
import { OpenRound } from './rounds/open-round.tsx';
import { refusalOf } from './use-moves.ts';

type Props = {
  hotel: Hotel;
  onMove: (hotel: Movable, stage: Stage) => void;
};

export function StageSelector({ hotel, onMove }: Props) {
  const [wanted, setWanted] = useState<Stage>();
  const choose = (stage: Stage) => {
    setWanted(stage);
    onMove(hotel, stage);
  };
  return (
    <div>
      <Select
        label="Stage"
        data={[...stages]}
        value={hotel.stage}
        onChange={(stage) => stage && stage !== hotel.stage && choose(stage)}
        // The refusal is checked against the hotel as it is now, so it disappears once the missing
        // date is saved.
        error={wanted && refusalOf(hotel, wanted)}
        allowDeselect={false}
      />
      <OpenRound hotelId={hotel.id} />
    </div>
  );
}
