import { Anchor } from '@mantine/core';

import type { InterviewState } from '#web/features/interviews/interview-state.ts';
import classes from '#web/features/interviews/interview.module.css';

import { numberOf } from './asked-questions.ts';

type Props = {
  state: InterviewState;
  /** The places of the questions in the survey. */
  places: readonly number[];
  onGo: (place: number) => void;
};

/** Lists questions by their number in the interview. Each one links to its question. */
export function QuestionLinks({ state, places, onGo }: Props) {
  return (
    <ol className={classes.questionLinks}>
      {places.map((place) => (
        <li key={place} value={numberOf(state, place)}>
          <Anchor
            href="#question"
            dir="auto"
            onClick={(event) => {
              event.preventDefault();
              onGo(place);
            }}
          >
            {state.questions[place]?.text}
          </Anchor>
        </li>
      ))}
    </ol>
  );
}
