import { ModalsProvider } from '@mantine/modals';

import { CompletePhase } from './complete/complete-phase.tsx';
import { InterviewPhase } from './questions/interview-phase.tsx';

type Props = {
  hotelId: number;
  /** The client id of the interview that was just completed, or of the one under way. */
  clientId: string;
  isCompleted: boolean;
  onComplete: () => void;
  /** Leads back to the setup, to ask this survey again when one is given. */
  onSetup: (surveyId?: number) => void;
};

/**
 * Shows one of the two phases after the setup. Both open confirmation dialogs (`ui/dialogs/confirm.tsx`) and the setup
 * does not, so the provider for these dialogs is here.
 */
export function LaterPhases({ hotelId, clientId, isCompleted, onComplete, onSetup }: Props) {
  return (
    <ModalsProvider>
      {isCompleted ? (
        <CompletePhase clientId={clientId} onStartNew={onSetup} />
      ) : (
        <InterviewPhase
          key={clientId}
          hotelId={hotelId}
          clientId={clientId}
          onComplete={onComplete}
          onAbandoned={() => onSetup()}
        />
      )}
    </ModalsProvider>
  );
}
