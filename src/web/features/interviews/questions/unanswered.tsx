import { Button, Group, Stack } from '@mantine/core';

import { countWords } from '#web/lib/format.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';
import type { InterviewState } from '#web/features/interviews/interview-state.ts';

import { findUnanswered } from './asked-questions.ts';
import { QuestionLinks } from './question-links.tsx';
import { WayToQuestion } from './way-to-question.tsx';

type Props = {
  state: InterviewState;
  isOpen: boolean;
  onClose: () => void;
  onGo: (index: number) => void;
  onComplete: () => void;
};

/**
 * Lists the questions without an answer before an interview is completed. Each one links to its
 * question.
 */
export function Unanswered({ isOpen, onClose, onGo, ...props }: Props) {
  const count = findUnanswered(props.state).length;
  const title = `${countWords(count, 'question has', 'questions have')} no answer`;
  return (
    <WayToQuestion title={title} isOpen={isOpen} onClose={onClose} onGo={onGo}>
      {(go) => <List {...props} onGo={go} onClose={onClose} />}
    </WayToQuestion>
  );
}

function List({ state, onClose, onGo, onComplete }: Omit<Props, 'isOpen'>) {
  const guard = usePressGuard('complete anyway');
  return (
    <Stack gap="md">
      <QuestionLinks state={state} places={findUnanswered(state)} onGo={onGo} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="lg" data-autofocus onClick={onClose}>
          Go on with the interview
        </Button>
        <Button {...guard} size="lg" onClick={onComplete}>
          Complete anyway
        </Button>
      </Group>
    </Stack>
  );
}
