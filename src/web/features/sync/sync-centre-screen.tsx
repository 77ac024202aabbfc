import { RefusedResponses } from '#web/offline/refused-responses.tsx';
import { Page } from '#web/ui/page.tsx';

import { InterviewsHere } from './interviews-here.tsx';
import { ThisDevice } from './this-device.tsx';
import { WaitingResponses } from './waiting-responses.tsx';

/** What this device holds that the server does not, and what becomes of it. */
export function SyncCentreScreen() {
  return (
    <Page title="Sync Centre" lead="What waits on this device, and what becomes of it">
      <RefusedResponses />
      <WaitingResponses />
      <InterviewsHere />
      <ThisDevice />
    </Page>
  );
}
