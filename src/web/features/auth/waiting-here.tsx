import { useEffect, useState } from 'react';

import { plural } from '#domain/plural.ts';
import { countWords } from '#web/lib/format.ts';
import { holdSignIn } from '#web/lib/session.ts';
import { reportWaiting, waitingHere, type WaitingHere } from '#web/offline/seal/device-account.ts';
import { countAll, finishLeaving } from '#web/offline/seal/leave-device.ts';

import classes from './sign-in-screen.module.css';

/**
 * Shows below the sign-in form whose interviews wait on this device, by initials only. It also
 * finishes an interrupted sign-out and reports to the server what waits here.
 */
export function WaitingInterviews() {
  const [waiting, setWaiting] = useState<WaitingHere[]>([]);
  useEffect(() => {
    let isShown = true;
    const show = async () => {
      const found = await waitingHere();
      if (isShown) setWaiting(found);
    };
    const look = async () => {
      const left = finishLeaving();
      holdSignIn(left);
      await left;
      await show();
      await reportWaiting(fetch);
      await show();
    };
    // If the device's store cannot be read, show nothing.
    const lookNow = () => void look().catch(() => undefined);
    lookNow();
    window.addEventListener('online', lookNow);
    return () => {
      isShown = false;
      window.removeEventListener('online', lookNow);
    };
  }, []);
  return (
    <div role="status">
      {waiting.map((one) => (
        <p key={one.userId} className={classes.note}>
          {wordsOf(one)}
        </p>
      ))}
    </div>
  );
}

function wordsOf(one: WaitingHere): string {
  const { initials, finished, underWay, changes, files, plans, ended } = one;
  const interviews = finished + underWay;
  const count = countAll(one);
  const work = [
    interviews > 0 && countWords(interviews, 'interview'),
    changes > 0 && countWords(changes, 'hotel change'),
    plans > 0 && countWords(plans, 'unagreed exit plan'),
    files > 0 && countWords(files, 'file'),
  ];
  const say = (single: string, many?: string) => plural(count, single, many);
  const waits = `${work.filter(Boolean).join(' and ')} of ${initials} ${say('waits', 'wait')} on this device.`;
  if (ended) return `${waits} An administrator can fetch ${say('it', 'them')}.`;
  return `${waits} ${say('It is', 'They are')} sent when ${initials} signs in here.`;
}
