import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';

import { plural } from '#domain/plural.ts';
import { countWords } from '#web/lib/format.ts';
import { usePrevious } from '#web/offline/readings/reassessment-reading.ts';
import { isFailing } from '#web/offline/drafts/draft-writer.ts';
import type { Draft, WholeBecause } from '#web/offline/store/records.ts';
import { useLostFiles } from '#web/offline/sync/sync-status.ts';

import classes from './interview.module.css';
import { partWords } from './questions/last-time.tsx';
import { ReturnedAlert } from './questions/returned-remarks.tsx';
import type { OpenInterview } from './use-interview.ts';
import { useActiveSurveys } from './setup/use-setup.ts';

type Props = { draft: Draft; interview: OpenInterview; onBack: () => void };

const wholeWords: Readonly<Record<WholeBecause, string>> = {
  'list-unknown':
    'This device does not have the list of what failed. Open the hotel once with a connection, before the next interview, to get it.',
  'nothing-failed': 'Nothing in this survey failed last time.',
};

/** Shows how much of the survey a re-assessment asks; nothing in any other interview. */
function Reassessment({ draft: { roundId, asked, wholeBecause } }: Pick<Props, 'draft'>) {
  const before = usePrevious(asked && roundId)?.before;
  return (
    <>
      {roundId !== undefined && asked && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="Re-assessment">
          {partWords(asked.length, before)}
        </Alert>
      )}
      {wholeBecause && (
        <Alert
          color="blue"
          icon={<IconInfoCircle aria-hidden />}
          title="This re-assessment asks the whole survey"
        >
          {wholeWords[wholeBecause]}
        </Alert>
      )}
    </>
  );
}

const failingWords = {
  full: 'This device has no room for your last answers; it keeps trying. Make room on it, and keep this page open until “Saved” shows.',
  failed:
    'This device’s storage does not take your last answers; it keeps trying. They are still on this page. Keep it open until “Saved” shows, and close the other tabs of Bellwether. If it does not show, write those answers down before you reload or close this page.',
};

function lostWords(count: number): string {
  if (count === 0) return '';
  const files = countWords(count, 'photo or other file', 'photos or other files');
  return ` ${files} ${plural(count, 'was', 'were')} lost. Please take ${plural(count, 'it', 'them')} again.`;
}

/** Shows what the interviewer needs to know when something unusual has happened. */
export function InterviewAlerts({ draft, interview, onBack }: Props) {
  const { state, copyRefused } = interview;
  const lostFiles = useLostFiles();
  const newest = useActiveSurveys().data?.surveys.find(({ id }) => id === draft.edition.surveyId);
  const isOlder = newest?.edition != null && newest.edition > draft.edition.number;
  return (
    <div className={classes.alerts}>
      {isFailing(state.saved) && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Not saved yet">
          {failingWords[state.saved]}
        </Alert>
      )}
      {state.saved === 'gone' && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title="This interview has ended"
        >
          It was completed or abandoned in another tab.{' '}
          <Button variant="default" size="compact-md" onClick={onBack}>
            Back to Interview Setup
          </Button>
        </Alert>
      )}
      {interview.wasRewritten && state.saved !== 'gone' && (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Stored again">
          This device’s storage was cleared while this interview was open. All its answers and notes
          were still on this page and have been stored again.{lostWords(lostFiles)}
        </Alert>
      )}
      {copyRefused && state.saved !== 'gone' && (
        <Alert
          color="orange"
          icon={<IconInfoCircle aria-hidden />}
          title="Kept on this device only"
        >
          {copyRefused} You can go on and complete it here.
        </Alert>
      )}
      {draft.returned && <ReturnedAlert returned={draft.returned} />}
      <Reassessment draft={draft} />
      {isOlder && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="An earlier edition">
          This interview asks edition {draft.edition.number} of the survey, as it began. There is a
          newer one, edition {newest.edition}.
        </Alert>
      )}
    </div>
  );
}
