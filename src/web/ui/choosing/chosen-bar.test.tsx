import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { SayPlace } from '#web/ui/notices/say.tsx';
import { ChosenBar } from './chosen-bar.tsx';

test('the first count is announced too, in a region that is there before the bar', () => {
  const page = (count: number) => (
    <MantineProvider env="test">
      <SayPlace />
      {count > 0 && (
        <ChosenBar count={count} one="hotel" most={9} onNone={() => undefined}>
          {null}
        </ChosenBar>
      )}
    </MantineProvider>
  );
  const { rerender } = render(page(0));
  const place = screen.getByRole('status');
  for (const [count, words] of [
    [1, '1 hotel chosen'],
    [2, '2 hotels chosen'],
    [0, ''],
  ] as const) {
    rerender(page(count));
    expect(screen.getByRole('status')).toBe(place);
    expect(place.textContent).toBe(words);
  }
});
