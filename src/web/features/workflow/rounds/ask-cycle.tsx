import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';

import type { HotelChange } from '#domain/hotels/hotel.ts';

export type CycleChoice = NonNullable<HotelChange['cycle']>;

/**
 * Asks whether a hotel that goes back to Initiated begins its next cycle or goes on with the latest.
 * Returns null when the person closes the question: then the hotel stays where it is.
 *
 * @param latest the number of the latest cycle
 */
export function askCycle(hotelName: string, latest: number): Promise<CycleChoice | null> {
  return new Promise((answer) => {
    const choose = (choice: CycleChoice | null) => {
      answer(choice);
      modals.close(id);
    };
    const id = modals.open({
      title: `Begin cycle ${latest + 1}, or go on with cycle ${latest}?`,
      children: (
        <Stack>
          <Text size="md" style={{ overflowWrap: 'anywhere' }}>
            {hotelName} has interviews in cycle {latest}. The next cycle counts its own, so that the
            two do not mix.
          </Text>
          <Button onClick={() => choose('next')}>Begin cycle {latest + 1}</Button>
          <Button variant="default" onClick={() => choose('same')} data-autofocus>
            Go on with cycle {latest}
          </Button>
          <Button variant="subtle" onClick={() => choose(null)}>
            Cancel
          </Button>
        </Stack>
      ),
      // This also runs after a choice, when the promise is already resolved.
      onClose: () => answer(null),
    });
  });
}
