import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';

import { countWords } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import { findUnanswered, type InterviewState } from './interview-state.ts';
import classes from './interview.module.css';

type Props = {
  state: InterviewState;
  isOpen: boolean;
  onClose: () => void;
  onGo: (index: number) => void;
  onComplete: () => void;
};

/**
 * Before an interview is completed: the questions without an answer, each a link to it. Whoever goes to
 * one has the focus at its words, and else where it was.
 */
export function Unanswered({ isOpen, onClose, ...props }: Props) {
  const count = findUnanswered(props.state).length;
  const title = `${countWords(count, 'question has', 'questions have')} no answer`;
  const [isGoing, setGoing] = useState(false);
  const go = (index: number) => {
    setGoing(true);
    props.onGo(index);
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={title}
      returnFocus={!isGoing}
      // Not when it has closed: it would then still give the focus back.
      onEnterTransitionEnd={() => setGoing(false)}
      onExitTransitionEnd={() => isGoing && focusOn(document.getElementById('question'))}
    >
      <List {...props} onGo={go} onClose={onClose} />
    </Dialog>
  );
}

function List({ state, onClose, onGo, onComplete }: Omit<Props, 'isOpen'>) {
  const guard = usePressGuard('complete anyway');
  return (
    <Stack gap="md">
      <ol className={classes.unanswered}>
        {findUnanswered(state).map((index) => (
          <li key={index} value={index + 1}>
            <Anchor
              href="#question"
              onClick={(event) => {
                event.preventDefault();
                onGo(index);
              }}
            >
              {state.questions[index]?.text}
            </Anchor>
          </li>
        ))}
      </ol>
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
