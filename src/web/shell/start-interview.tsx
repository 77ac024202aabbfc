import { UnstyledButton } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { startDialog, useIsOpen } from '#web/lib/frame-dialogs.ts';

import { HeaderButton } from './header-button.tsx';
import classes from './start-interview.module.css';

const load = () => import('#web/features/interviews/setup/start-interview.tsx');
/** Loads the dialog before the press. If that fails, the press tries again. */
const preload = () => void load().catch(() => undefined);
const Dialog = lazy(async () => ({ default: (await load()).StartInterview }));

const opening = {
  'aria-haspopup': 'dialog',
  onPointerEnter: preload,
  onFocus: preload,
  onClick: startDialog.open,
} as const;

type Props = { place: 'header' | 'bar' };

/** Shows the button that begins an interview from any screen. Only people who may hold interviews see it. */
export function StartInterview({ place }: Props) {
  if (!can(useCurrentUser(), 'interviews.conduct')) return null;
  return place === 'header' ? (
    <HeaderButton
      {...opening}
      className={classes.inHeader ?? ''}
      variant="filled"
      color="pine"
      words="start"
      label="Start interview"
      icon={IconMessagePlus}
    />
  ) : (
    <UnstyledButton {...opening} className={classes.inBar} aria-label="Start interview">
      <IconMessagePlus size={26} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}

/** Shows the dialog over the screen from which it was opened. It is loaded when it is first needed. */
export function StartDialog() {
  const isOpen = useIsOpen(startDialog);
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <Dialog isOpen={isOpen} onClose={startDialog.close} />
    </Suspense>
  );
}
