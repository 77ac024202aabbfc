import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { ElsewhereResponses } from '#web/offline/elsewhere-responses.tsx';
import { NotAbandoned } from '#web/offline/not-abandoned.tsx';
import { RefusedResponses } from '#web/offline/refused-responses.tsx';
import { Page } from '#web/ui/page.tsx';

import { ImportFile } from './import-file.tsx';
import { InterviewsElsewhere } from './interviews-elsewhere.tsx';
import { InterviewsHere } from './interviews-here.tsx';
import { LastSyncTrouble } from './last-sync-trouble.tsx';
import { OthersHere } from './others-here.tsx';
import { ThisDevice } from './this-device.tsx';
import { WaitingResponses } from './waiting-responses.tsx';

/** What this device holds that the server does not, and what becomes of it. */
export function SyncCentreScreen() {
  const person = useCurrentUser();
  const mayImport = can(person, 'responses.import');
  return (
    <Page title="Sync Centre" lead="What this device has not sent yet, and what happens to it">
      <LastSyncTrouble />
      <NotAbandoned />
      <ElsewhereResponses />
      <RefusedResponses />
      <WaitingResponses />
      <InterviewsHere />
      {mayImport && <OthersHere />}
      <ThisDevice />
      {can(person, 'users.manage') && <InterviewsElsewhere />}
      {mayImport && <ImportFile />}
    </Page>
  );
}
