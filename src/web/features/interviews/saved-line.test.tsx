import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { WriteState } from '#web/offline/drafts/draft-writer.ts';
import { SayPlace } from '#web/ui/notices/say.tsx';
import { SavedLine } from './saved-line.tsx';

test('screen readers announce the first saving, and the first after a failure, but not every answer', () => {
  const page = (saved: WriteState) => (
    <MantineProvider env="test">
      <SayPlace />
      <SavedLine saved={saved} isOnServer={false} />
    </MantineProvider>
  );
  const { rerender } = render(page('saved'));
  const said: string[] = [];
  for (const saved of [
    ...(['saved', 'saving', 'saved', 'saving', 'saved', 'failed'] as const),
    ...(['saving', 'saved', 'saving', 'saved'] as const),
  ]) {
    rerender(page(saved));
    said.push(screen.getByRole('status').textContent);
  }
  const safe = 'Your work is safe on this device';
  expect(said).toEqual(['', '', safe, '', '', '', '', safe, '', '']);
});
