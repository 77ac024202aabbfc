import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { reloadIntoUpdate, useIsUpdateReady } from '#web/offline/app/app-update.ts';

import classes from './offline-banner.module.css';

/** Offers a new version. It never forces it, and shows nothing during an interview. */
export function UpdateNotice() {
  const isReady = useIsUpdateReady();
  const isInterview = useLocation({ select: ({ pathname }) => pathname.startsWith('/interview/') });
  const [isHeldUp, setHeldUp] = useState(false);
  if (!isReady || isInterview) return null;
  return (
    <div className={classes.banner}>
      <IconSparkles size={18} aria-hidden />
      {isHeldUp ? 'Leave the interview in the other tab first' : 'A new version is ready'}
      <Button
        size="compact-sm"
        variant="white"
        onClick={() => void reloadIntoUpdate().then((isDone) => setHeldUp(!isDone))}
      >
        Reload
      </Button>
    </div>
  );
}
