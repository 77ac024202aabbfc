import { useEffect } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { beginSyncNow } from '#web/offline/sync/sync-status.ts';
import { NotAbandoned } from '#web/ui/responses/not-abandoned.tsx';
import { NotApplied } from '#web/ui/notices/not-applied.tsx';
import { Page } from '#web/ui/page.tsx';

import { Decisions } from './decisions.tsx';
import { ImportFile } from './import-file.tsx';
import { InterviewsElsewhere } from './interviews-elsewhere.tsx';
import { InterviewsHere } from './interviews-here.tsx';
import { LastSyncTrouble } from './last-sync-trouble.tsx';
import { OthersHere } from './others-here.tsx';
import { PlansHere } from './plans-here.tsx';
import { RefusedRecords } from './refused-records.tsx';
import { ThisDevice } from './this-device.tsx';
import { UnplacedEvidence } from './unplaced-evidence.tsx';
import { WaitingRecords } from './waiting-records.tsx';

/** Shows what this device holds that the server does not, and what happens to it. */
export function SyncCentreScreen() {
  const person = useCurrentUser();
  // Start the sync now, because only then this screen knows about the last sync.
  useEffect(beginSyncNow, []);
  const mayImport = can(person, 'responses.import');
  return (
    <Page title="Sync Centre" lead="What this device has not sent yet, and what happens to it.">
      <LastSyncTrouble />
      <NotAbandoned />
      <NotApplied />
      <Decisions />
      <RefusedRecords />
      <WaitingRecords />
      <InterviewsHere />
      <PlansHere />
      {mayImport && <OthersHere />}
      <ThisDevice />
      {can(person, 'users.manage') && <InterviewsElsewhere />}
      {can(person, 'evidence.deleteAny') && <UnplacedEvidence />}
      {mayImport && <ImportFile />}
    </Page>
  );
}
