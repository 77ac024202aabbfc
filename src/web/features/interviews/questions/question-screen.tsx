import { VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';

import { useStored } from '#web/lib/use-stored.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import type { Draft, StoredFile } from '#web/offline/store/records.ts';
import { useAnswerKeys } from '#web/ui/answers/use-answer-keys.ts';
import { BeforeComplete } from '#web/features/interviews/complete/before-complete.tsx';
import { InterviewAlerts } from '#web/features/interviews/interview-alerts.tsx';
import { InterviewBar } from '#web/features/interviews/interview-bar.tsx';
import { currentNotes } from '#web/features/interviews/interview-state.ts';
import classes from '#web/features/interviews/interview.module.css';
import { InterviewTop } from '#web/features/interviews/interview-top.tsx';
import { useEndElsewhere, useFinish } from '#web/features/interviews/complete/use-finish.ts';
import { useInterview } from '#web/features/interviews/use-interview.ts';
import { useTakenElsewhere } from '#web/features/interviews/use-taken-elsewhere.ts';

import { useGoesOn, useGoOnAfterChoice } from './go-on-choice.ts';
import { NotesBox } from './notes-box.tsx';
import { QuestionView } from './question-view.tsx';

type Props = {
  draft: Draft;
  /** The interview's evidence on this device, as it was when the interview was opened. */
  files: readonly StoredFile[];
  onComplete: () => void;
  onAbandoned: () => void;
};

/**
 * Shows one question at a time. Everything a person does shows at once and is saved in the
 * background (rule 24).
 */
export function QuestionScreen({ draft, files, onComplete, onAbandoned }: Props) {
  const interview = useInterview(draft);
  const { live, state } = interview;
  const kept = useStored((db) => filesOf(db, draft.clientId), [draft.clientId]) ?? files;
  const elsewhere = useTakenElsewhere(draft, state, kept);
  const finish = useFinish(live, draft, elsewhere, onComplete);
  useEndElsewhere(interview.isElsewhere, live, draft, onComplete);
  const next = useRef<HTMLButtonElement>(null);
  const answers = useRef<HTMLDivElement>(null);
  useAnswerKeys(answers, next);
  const [goesOn, switchGoesOn] = useGoesOn();
  useGoOnAfterChoice(live, answers, goesOn);
  const hotelName = draft.hotel.hotelName;
  return (
    <div className={classes.interview}>
      <title>{`Interview – ${hotelName} – Bellwether`}</title>
      <VisuallyHidden>
        <h1>
          Interview with {draft.respondentName} at {hotelName}: {draft.edition.title}
        </h1>
      </VisuallyHidden>
      <InterviewTop draft={draft} interview={interview} onAbandoned={onAbandoned} />
      <div className={classes.content}>
        <InterviewAlerts draft={draft} interview={interview} onBack={onAbandoned} />
        <QuestionView
          state={state}
          lastRound={draft.roundId}
          returned={draft.returned}
          kept={{
            interviewId: draft.clientId,
            files: kept,
            elsewhere,
            wasSent: draft.returned !== undefined,
          }}
          act={live.act}
          answersRef={answers}
        />
        <NotesBox notes={currentNotes(state)} act={live.act} />
      </div>
      <InterviewBar
        live={live}
        state={state}
        clientId={draft.clientId}
        isFinishing={finish.isFinishing}
        onComplete={finish.complete}
        nextRef={next}
        goesOn={goesOn}
        onGoesOn={switchGoesOn}
      />
      <BeforeComplete live={live} state={state} finish={finish} />
    </div>
  );
}
