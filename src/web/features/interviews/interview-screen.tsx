import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { z } from 'zod';

import { useAddress } from '#web/lib/address.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useScreenFocus } from '#web/lib/use-screen-focus.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { Loading } from '#web/ui/loading.tsx';

import { NoHotel } from './no-hotel.tsx';
import { SetupPhase } from './setup-phase.tsx';

/** `resume` is the client id of the open interview, so that reloading the page opens it again. */
const addressSchema = z.object({ resume: z.string().optional() });

/**
 * The two phases after the setup. They are loaded while the setup is being filled in, so that it shows
 * sooner on a slow phone and the interview still begins without a connection.
 */
const load = {
  interview: () => import('./interview-phase.tsx'),
  complete: () => import('./complete-phase.tsx'),
};
const InterviewPhase = lazy(async () => ({ default: (await load.interview()).InterviewPhase }));
const CompletePhase = lazy(async () => ({ default: (await load.complete()).CompletePhase }));

async function loadAhead(): Promise<void> {
  await whenQuiet(queryClient);
  await load.interview();
  await load.complete();
}

/** Shows one interview at one hotel, in three phases: setup, interview, complete (rule 56). */
export function InterviewScreen() {
  useScreenFocus();
  // Where this fails, the phase is loaded when it opens.
  useEffect(() => void loadAhead().catch(() => undefined), []);
  return (
    <main>
      <Phases />
    </main>
  );
}

function Phases() {
  const { hotelId: named = '' } = useParams({ strict: false });
  const hotelId = Number(named);
  const [{ resume }, changeAddress] = useAddress(addressSchema);
  const [completed, setCompleted] = useState<string | null>(null);
  const [askedAgain, setAskedAgain] = useState<number>();

  const toSetup = (surveyId?: number) => {
    setCompleted(null);
    setAskedAgain(surveyId);
    changeAddress({ resume: undefined }, { replace: true });
  };
  const complete = (clientId: string) => {
    setCompleted(clientId);
    changeAddress({ resume: undefined }, { replace: true });
  };

  if (!Number.isInteger(hotelId) || hotelId < 1) return <NoHotel />;
  // Around each phase, and not around all: React would keep the phase before, hidden, in the page.
  if (completed)
    return (
      <Suspense fallback={<Loading />}>
        <CompletePhase clientId={completed} onStartNew={toSetup} />
      </Suspense>
    );
  if (!resume)
    return (
      <SetupPhase
        hotelId={hotelId}
        surveyId={askedAgain}
        onOpen={(clientId) => changeAddress({ resume: clientId })}
      />
    );
  return (
    <Suspense key={resume} fallback={<Loading />}>
      <InterviewPhase
        hotelId={hotelId}
        clientId={resume}
        onComplete={() => complete(resume)}
        onAbandoned={() => toSetup()}
      />
    </Suspense>
  );
}
