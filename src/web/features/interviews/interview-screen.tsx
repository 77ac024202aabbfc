import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { z } from 'zod';

import { useAddress } from '#web/lib/address.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useScreenFocus } from '#web/lib/use-screen-focus.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { Loading } from '#web/ui/notices/loading.tsx';

import { NoHotel } from './setup/no-hotel.tsx';
import { SetupPhase } from './setup/setup-phase.tsx';

/** `resume` is the client id of the open interview, so that reloading the page opens it again. */
const addressSchema = z.object({ resume: z.string().optional() });

const loadLater = () => import('./later-phases.tsx');
const LaterPhases = lazy(async () => ({ default: (await loadLater()).LaterPhases }));

/**
 * Loads what the setup does not show while it is being filled in. So the setup shows sooner on a slow
 * phone, and the interview still begins, and can be resumed, without a connection.
 */
async function loadAhead(): Promise<void> {
  await whenQuiet(queryClient);
  await loadLater();
  await import('./setup/resume-cards.tsx');
}

/** Shows one interview at one hotel, in three phases: setup, interview, complete (rule 56). */
export function InterviewScreen() {
  useScreenFocus();
  // If this fails, the later phases are loaded when they are needed.
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
  const [completed, setCompleted] = useState<string>();
  const [askedAgain, setAskedAgain] = useState<number>();

  const toSetup = (surveyId?: number) => {
    setCompleted(undefined);
    setAskedAgain(surveyId);
    changeAddress({ resume: undefined }, { replace: true });
  };
  const complete = (clientId: string) => {
    setCompleted(clientId);
    changeAddress({ resume: undefined }, { replace: true });
  };

  if (!Number.isInteger(hotelId) || hotelId < 1) return <NoHotel />;
  const clientId = completed ?? resume;
  if (!clientId)
    return (
      <SetupPhase
        hotelId={hotelId}
        surveyId={askedAgain}
        onOpen={(opened) => changeAddress({ resume: opened })}
      />
    );
  // The boundary does not include the setup. Otherwise React would keep the hidden setup in the page while the
  // later phases load.
  return (
    <Suspense fallback={<Loading />}>
      <LaterPhases
        hotelId={hotelId}
        clientId={clientId}
        isCompleted={completed !== undefined}
        onComplete={() => complete(clientId)}
        onSetup={toSetup}
      />
    </Suspense>
  );
}
