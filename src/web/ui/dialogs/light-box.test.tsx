import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { focusIsBack } from './asking-button.ts';
import { Dialog } from './dialog.tsx';
import { LightBox } from './light-box.tsx';

const pictures = [{ key: 'door', src: '/door.jpg', alt: 'The door of room 12' }];

function Example() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog opened onClose={() => undefined} closeOnEscape={!isOpen} title="Response">
      <ul>
        <li>
          <button onClick={() => setOpen(true)}>Open the door</button>
        </li>
      </ul>
      {isOpen && <LightBox pictures={pictures} start={0} onClose={() => setOpen(false)} />}
    </Dialog>
  );
}

test('the focus goes back to the picture in the dialog below, and stays there', async () => {
  render(<Example />, { wrapper: MantineProvider });
  const button = await screen.findByRole('button', { name: 'Open the door' });
  await userEvent.click(button);
  await screen.findByRole('img', { name: 'The door of room 12' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 2 * focusIsBack));
  expect(button).toHaveFocus();
});
