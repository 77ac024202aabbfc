import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { SampleSurveyButton } from '#web/ui/sample-survey-button.tsx';
import { StartInterviewButton } from '#web/ui/start-interview-button.tsx';
import { setUpSteps, type Counted, type SetUpStep } from './set-up-steps.ts';
import classes from './set-up.module.css';

/** Shows the four steps from an empty installation to its first score. A step is ticked once it is done. */
export function SetUp({ counted }: { counted: Counted }) {
  const steps = setUpSteps(counted);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const acts = useActs(counted, next?.key);
  return (
    <Panel
      title="Set up Bellwether"
      lead="Four steps to your first score. Each ticks itself as soon as it is done."
      actions={
        <span role="status" className={classes.count}>
          {done} of {steps.length} done
        </span>
      }
    >
      <ol className={classes.steps}>
        {steps.map((step, place) => (
          <li key={step.key} className={classes.step} data-next={step === next}>
            <Mark step={step} number={place + 1} />
            <div className={classes.words}>
              <h3 className={classes.title}>{step.title}</h3>
              <p className={classes.text}>{step.text}</p>
            </div>
            {!step.isDone && <div className={classes.acts}>{acts[step.key]}</div>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Mark({ step: { isDone }, number }: { step: SetUpStep; number: number }) {
  if (!isDone)
    return (
      <span className={classes.mark} aria-hidden>
        {number}
      </span>
    );
  return (
    <span className={classes.mark} data-done role="img" aria-label="Done">
      <IconCheck size={18} stroke={2.5} aria-hidden />
    </span>
  );
}

/** Returns the buttons of each step, or for people who cannot do the step, who can. */
function useActs(
  { hotels, surveys }: Counted,
  next: SetUpStep['key'] | undefined,
): Record<SetUpStep['key'], ReactNode> {
  const person = useCurrentUser();
  const variant = (of: SetUpStep['key']) => (of === next ? 'filled' : 'default');
  return {
    hotels: (
      <>
        <Button
          variant={variant('hotels')}
          renderRoot={(props) => <Link {...props} to={paths.hotels} search={newHotel} />}
        >
          Add a hotel
        </Button>
        <Button component={Link} to={paths.hotels} variant="default">
          Import a list
        </Button>
      </>
    ),
    surveys: can(person, 'surveys.build') ? (
      <>
        <SampleSurveyButton variant={variant('surveys')} />
        <Button component={Link} to={paths.surveyBuilder} variant="default">
          Write your own
        </Button>
      </>
    ) : (
      'An Admin creates the surveys.'
    ),
    people: can(person, 'users.manage') ? (
      <Button component={Link} to={paths.users} variant={variant('people')}>
        Add people
      </Button>
    ) : null,
    responses: (
      <StartInterviewButton
        variant={variant('responses')}
        disabled={hotels === 0 || surveys === 0}
      />
    ),
  };
}

const newHotel = { hotel: 'new' };
