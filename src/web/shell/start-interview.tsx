import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';

import classes from './start-interview.module.css';

const load = () => import('#web/features/interviews/start-interview.tsx');
/** Ahead of the press. Where that fails, the press tries again. */
const preload = () => void load().catch(() => undefined);
const StartDialog = lazy(async () => ({ default: (await load()).StartInterview }));

type Props = { place: 'header' | 'bar' };

/** Begins an interview from any screen, for whoever may hold one. Its dialog is loaded when needed. */
export function StartInterview({ place }: Props) {
  const isAllowed = can(useCurrentUser(), 'interviews.conduct');
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  if (!isAllowed) return null;
  const props = {
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => {
      setNeeded(true);
      setOpen(true);
    },
  };
  return (
    <>
      {place === 'header' ? (
        <span className={classes.inHeader}>
          <Button
            {...props}
            size="sm"
            visibleFrom="lg"
            leftSection={<IconMessagePlus size={18} stroke={1.75} aria-hidden />}
          >
            Start interview
          </Button>
          <ActionIcon
            {...props}
            variant="filled"
            size={40}
            hiddenFrom="lg"
            aria-label="Start interview"
          >
            <IconMessagePlus size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </span>
      ) : (
        <UnstyledButton {...props} className={classes.inBar} aria-label="Start interview">
          <IconMessagePlus size={26} stroke={1.6} aria-hidden />
        </UnstyledButton>
      )}
      {isNeeded && (
        <Suspense fallback={null}>
          <StartDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
