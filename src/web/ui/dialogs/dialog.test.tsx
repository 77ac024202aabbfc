import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
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

function WithForm({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <MantineProvider env="test">
      <ModalsProvider>
        <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Example" asksIf="written">
          <form>{children}</form>
        </Dialog>
      </ModalsProvider>
    </MantineProvider>
  );
}

const example = () => screen.queryByRole('dialog', { name: 'Example' });
const question = () => screen.queryByRole('dialog', { name: 'Discard changes?' });

test.each([
  { way: 'Escape', close: () => userEvent.keyboard('{Escape}') },
  { way: 'the cross', close: () => userEvent.click(closeButton()) },
])('$way asks before typed text is lost', async ({ close }) => {
  render(<WithForm>{<input aria-label="Name" defaultValue="Ada" />}</WithForm>);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.type(name, ' Lovelace');
  await close();
  await waitFor(() => expect(question()).toBeInTheDocument());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(question()).toBeNull());
  expect(example()).toBeInTheDocument();
  expect(name).toHaveValue('Ada Lovelace');
  await close();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(example()).toBeNull());
});

test('closing asks about a choice that was changed, which Safari does not focus', async () => {
  render(<WithForm>{<input type="checkbox" aria-label="Blind" />}</WithForm>);
  const box = await screen.findByRole('checkbox', { name: 'Blind' });
  fireEvent.click(box);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(question()).toBeInTheDocument());
});

test.each([
  { what: 'a search', field: <input type="search" aria-label="Field" /> },
  { what: 'a text that was taken back', field: <input aria-label="Field" /> },
])('closing does not ask about $what', async ({ what, field }) => {
  render(<WithForm>{field}</WithForm>);
  await userEvent.type(await screen.findByLabelText('Field'), 'abc');
  if (what !== 'a search') await userEvent.clear(screen.getByLabelText('Field'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(example()).toBeNull());
  expect(question()).toBeNull();
});

function closeButton(): HTMLElement {
  const button = example()?.getElementsByClassName('mantine-Modal-close')[0];
  if (!(button instanceof HTMLElement)) throw new Error('The dialog has no cross');
  return button;
}
