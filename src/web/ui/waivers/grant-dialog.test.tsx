import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { Person } from '#domain/people/person.ts';
import { currentUser } from '#web/lib/current-user.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { GrantDialog } from './grant-dialog.tsx';

const alice: Person = {
  ...{ id: 1, name: 'Alice', email: 'alice@hotel.example', mustChangePassword: false },
  role: { id: 1, name: 'Admin', permissions: [] },
};

// A field that grows with its text waits for fonts, which jsdom does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// The day in Kiritimati always differs from that in Pago Pago, which is 25 hours behind.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a waiver begins on the day that it is in %s, where the installation is',
  (timeZone) => {
    const exitMeeting = { showsScore: true, actionDays: 14, criticalActionDays: 3, timeZone };
    currentUser.set({ ...alice, exitMeeting });
    render(dialogOf({ key: 'code:FO-1', text: 'Clean?' }));
    const today = new Date().toLocaleDateString('en-GB', {
      ...{ timeZone, day: 'numeric', month: 'short', year: 'numeric' },
    });
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue(today);
  },
);

test('the dialog begins at its first field, not at Close', async () => {
  const { rerender } = render(dialogOf({ key: 'code:FO-1', text: 'Clean?' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus());
  rerender(<></>);
  rerender(dialogOf(undefined));
  const survey = await screen.findByRole('combobox', { name: 'Survey' });
  await waitFor(() => expect(survey).toHaveFocus());
  expect(survey).toHaveAttribute('aria-expanded', 'false');
});

function dialogOf(question: { key: string; text: string } | undefined) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <GrantDialog hotelId={1} question={question} onClose={() => {}} />
      </MantineProvider>
    </QueryClientProvider>
  );
}
