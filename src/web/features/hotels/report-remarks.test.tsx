import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';

import type { HotelReport } from '#domain/results/hotel-report.ts';
import { Remarks } from './report-remarks.tsx';

const remark: HotelReport['remarks'][number] = {
  ...{ responseId: 1, completedAt: '2026-03-01T10:00:00Z', name: 'FO-012', section: '' },
  ...{ text: 'Is the desk staffed?', mark: null, answer: 'No', note: '', photos: [] },
  morePhotos: 2,
};
const interview = { id: 1 } as HotelReport['interviews'][number];

const Around = ({ children }: { children: ReactNode }) => (
  <MantineProvider env="test">{children}</MantineProvider>
);

test('findings say what the report leaves out', () => {
  const report = { remarks: [remark], moreRemarks: true, interviews: [interview, interview] };
  const { rerender } = render(<Remarks report={{ ...report, own: { responses: 2 } }} />, {
    wrapper: Around,
  });
  expect(screen.getByText('The latest 100. There are more.')).toBeVisible();
  expect(screen.getByText('2 more photos in the interview')).toBeVisible();

  rerender(<Remarks report={{ ...report, moreRemarks: false, own: { responses: 300 } }} />);
  expect(screen.getByText('Of the latest 2 interviews.')).toBeVisible();

  rerender(<Remarks report={{ ...report, moreRemarks: false, own: { responses: 2 } }} />);
  expect(screen.queryByText(/latest/)).toBeNull();
});
