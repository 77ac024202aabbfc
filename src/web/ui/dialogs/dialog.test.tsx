import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { Dialog } from './dialog.tsx';

function Example({ leaves = false }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {(isOpen || !leaves) && (
        <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Example">
          Words
        </Dialog>
      )}
    </>
  );
}

test.each([
  { is: 'a dialog', leaves: false },
  { is: 'a dialog that is taken from the page as it closes', leaves: true },
])('$is gives the focus back from its first time on', async ({ leaves }) => {
  render(<Example leaves={leaves} />, { wrapper: MantineProvider });
  const button = screen.getByRole('button', { name: 'Open' });
  for (let time = 0; time < 2; time++) {
    await userEvent.click(button);
    expect(await screen.findByRole('dialog', { name: 'Example' })).toHaveTextContent('Words');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  }
});
