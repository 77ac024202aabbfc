import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';

import { useAddress } from '#web/lib/address.ts';
import { useScreenFocus } from '#web/lib/use-screen-focus.ts';

import { CompletePhase } from './complete-phase.tsx';
import { InterviewPhase } from './interview-phase.tsx';
import { NoHotel } from './no-hotel.tsx';
import { SetupPhase } from './setup-phase.tsx';

/** `resume` is the client id of the open interview, so that reloading the page opens it again. */
const addressSchema = z.object({ resume: z.string().optional() });

/** Shows one interview at one hotel, in three phases: setup, interview, complete (rule 56). */
export function InterviewScreen() {
  useScreenFocus();
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
  if (completed) return <CompletePhase clientId={completed} onStartNew={toSetup} />;
  if (!resume)
    return (
      <SetupPhase
        hotelId={hotelId}
        surveyId={askedAgain}
        onOpen={(clientId) => changeAddress({ resume: clientId })}
      />
    );
  return (
    <InterviewPhase
      key={resume}
      hotelId={hotelId}
      clientId={resume}
      onComplete={() => complete(resume)}
      onAbandoned={() => toSetup()}
    />
  );
}
