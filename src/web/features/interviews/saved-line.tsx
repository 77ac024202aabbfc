import {
  IconAlertTriangle,
  IconCloudCheck,
  IconDeviceTablet,
  IconLoader,
} from '@tabler/icons-react';
import { useState } from 'react';

import { isFailing, type WriteState } from '#web/offline/drafts/draft-writer.ts';

import { Say } from '#web/ui/notices/say.tsx';

import classes from './interview.module.css';

type Props = { saved: WriteState; isOnServer: boolean };

/**
 * Says where the answers are saved. Screen readers announce a failure, the first time that something is saved, and
 * the first time after a failure. They do not announce every answer, which would interrupt the next question.
 */
export function SavedLine({ saved, isOnServer }: Props) {
  const isNews = useNews(saved);
  if (isFailing(saved) || saved === 'gone')
    return (
      <p className={classes.saved} data-state="failed" role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        Not saved
      </p>
    );
  if (saved === 'saving')
    return (
      <p className={classes.saved} data-state="saving">
        <IconLoader size={16} aria-hidden />
        Saving…
      </p>
    );
  return (
    <p className={classes.saved} data-state={isOnServer ? 'server' : 'device'}>
      {isOnServer ? (
        <IconCloudCheck size={16} aria-hidden />
      ) : (
        <IconDeviceTablet size={16} aria-hidden />
      )}
      {isOnServer ? 'Saved on the server' : 'Saved on this device'}
      {isNews && (
        <Say words={`Your work is safe on ${isOnServer ? 'the server' : 'this device'}`} />
      )}
    </p>
  );
}

type Heard = {
  saved: WriteState;
  /** True when it was announced that answers are saved, and no failure came after that. */
  isKnown: boolean;
  isNews: boolean;
};

/** Returns whether the state is to be announced now. */
function useNews(saved: WriteState): boolean {
  const [heard, setHeard] = useState<Heard>({ saved, isKnown: false, isNews: false });
  if (heard.saved !== saved) setHeard(hear(heard, saved));
  return heard.isNews;
}

function hear({ isKnown }: Heard, saved: WriteState): Heard {
  const isSaved = saved === 'saved';
  return {
    saved,
    isKnown: isSaved || (saved === 'saving' && isKnown),
    isNews: isSaved && !isKnown,
  };
}
