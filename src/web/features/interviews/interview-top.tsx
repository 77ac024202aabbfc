import { Button, Progress } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import type { Draft } from '#web/offline/store/records.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import { BackToWorkflow } from './back-to-workflow.tsx';
import classes from './interview.module.css';
import { percentAnswered } from './questions/asked-questions.ts';
import { isOverlong } from './interview-state.ts';
import { abandonInterview } from './interview-steps.ts';
import { QuestionList } from './questions/question-list.tsx';
import { correctionStays } from './setup/resume-card.tsx';
import { SavedLine } from './saved-line.tsx';
import type { OpenInterview } from './use-interview.ts';

type Props = { draft: Draft; interview: OpenInterview; onAbandoned: () => void };

/**
 * Shows the respondent, the hotel, the question's number, the progress, and whether everything is
 * saved.
 */
export function InterviewTop({ draft, interview, onAbandoned }: Props) {
  const { state } = interview;
  const percent = percentAnswered(state);
  const where = [draft.respondentName, draft.hotel.hotelName, draft.edition.title];
  const guard = usePressGuard('interview');
  const startNew = async () => {
    const sure = await confirm({
      title: 'Start New Interview',
      message: draft.returned
        ? correctionStays
        : 'Are you sure you want to start a new interview? This will abandon the current progress.',
      confirmLabel: 'Abandon and start new',
      cancelLabel: 'Keep this interview',
      danger: true,
    });
    if (!sure) return;
    const { clientId, hotelId, copy } = draft;
    const isDone = await onDevice('Interview not abandoned', () =>
      abandonInterview({ clientId, hotelId, sessionId: copy?.sessionId ?? null }),
    );
    if (isDone) onAbandoned();
  };
  return (
    <header className={classes.top}>
      <div className={classes.topRow}>
        <BackToWorkflow />
        <p className={classes.where} title={where.join(' · ')}>
          <strong>{draft.respondentName}</strong>
          <span className={classes.survey}> · {where.slice(1).join(' · ')}</span>
        </p>
        <Button
          {...guard}
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => void startNew()}
        >
          Start New Interview
        </Button>
      </div>
      <div className={classes.topRow}>
        <QuestionList state={state} onGo={(index) => interview.live.act({ type: 'go', index })} />
        <SavedLine
          saved={isOverlong(state) ? 'failed' : state.saved}
          isOnServer={interview.isOnServer}
        />
        <p className={classes.percent}>{percent}%</p>
      </div>
      <Progress value={percent} size="sm" aria-label={`Interview progress: ${percent}%`} />
    </header>
  );
}
