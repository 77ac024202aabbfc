import { ModalsProvider } from '@mantine/modals';

import type { Resumable } from '#web/offline/drafts/resumable.ts';
import { ResumeCard } from './resume-card.tsx';

type Props = {
  interviews: readonly Resumable[];
  hotelId: number;
  onResume: (clientId: string) => void;
};

/**
 * Shows the hotel's interviews in progress on the setup's page. Most hotels have none, so that page loads this
 * file only when there is one.
 */
export function ResumeCards({ interviews, ...props }: Props) {
  return (
    <ModalsProvider>
      {interviews.map((one) => (
        <ResumeCard key={one.clientId} interview={one} {...props} />
      ))}
    </ModalsProvider>
  );
}
