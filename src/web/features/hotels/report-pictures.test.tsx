import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { HotelReport } from '#domain/results/hotel-report.ts';
import { Signatures } from './report-pictures.tsx';

const signatures: HotelReport['signatures'] = [
  {
    ...{ fileId: 'signature_1', kind: 'signature', caption: 'Jana Janitor', hasThumbnail: false },
    ...{ responseId: 1, completedAt: '2026-03-01T10:00:00Z' },
  },
];

test('signatures say that the report leaves some out', () => {
  const show = (moreSignatures: boolean) => (
    <MantineProvider env="test">
      <Signatures report={{ signatures, moreSignatures }} />
    </MantineProvider>
  );
  const { rerender } = render(show(true));
  expect(screen.getByText('The latest 12. There are more.')).toBeVisible();
  rerender(show(false));
  expect(screen.queryByText(/There are more/)).toBeNull();
});
