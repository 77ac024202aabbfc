import { Alert } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { endingSoon } from '#domain/waivers/waiver.ts';
import { countWords, formatDay } from '#web/lib/format.ts';

/** Says that waivers of the hotel end soon; shows nothing when none does. */
export function EndingWaivers({ waivers = [] }: Pick<Hotel, 'waivers'>) {
  const [now] = useState(Date.now);
  const ending = endingSoon(waivers, now);
  const [first] = ending.map(({ validTo }) => validTo).toSorted();
  if (first === undefined) return null;
  const words =
    ending.length === 1
      ? `A waiver of this hotel ends on ${formatDay(first)}.`
      : `${countWords(ending.length, 'waiver')} of this hotel end soon, the first on ${formatDay(first)}.`;
  return (
    <Alert color="orange" mb="md" icon={<IconShieldOff size={20} stroke={1.6} aria-hidden />}>
      {words}
    </Alert>
  );
}
