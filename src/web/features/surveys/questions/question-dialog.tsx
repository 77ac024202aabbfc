import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useRef, type FormEvent } from 'react';

import type { Question } from '#domain/surveys/question.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { QuestionDetailsStep } from './question-details-step.tsx';
import classes from './question-dialog.module.css';
import { QuestionOptionsStep } from './question-options-step.tsx';
import { QuestionReviewStep } from './question-review-step.tsx';
import {
  lastStep,
  stepNames,
  type Step,
  type WizardAction,
  type Wizard,
} from './question-wizard.ts';
import { useQuestionWizard } from './use-question-wizard.ts';

export type Opened = {
  /** Undefined for a new question. */
  question: Question | undefined;
  /** Counts the openings of the dialog, so that each new question has another number. */
  turn: number;
};

type Props = {
  survey: SurveyWithQuestions;
  opened: Opened | undefined;
  onClose: () => void;
  /** Called when a question was saved and the author wants to add another one. */
  onNext: () => void;
};

/** Shows the question dialog with its three steps. It asks before it closes if changes would be lost. */
export function QuestionDialog({ opened, onClose, ...rest }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  // A ref, because it is read when the dialog closes: the person may press Escape right after a
  // letter, before the next render.
  const isDirty = useRef(false);
  const setDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  return (
    <Dialog
      opened={opened !== undefined}
      onClose={onClose}
      title={opened?.question ? `Edit Question ${opened.question.order}` : 'Add Question'}
      size="xl"
      fullScreen={isPhone}
      asksIf={() => isDirty.current}
      closeOnClickOutside={false}
    >
      {opened && (
        <WizardForm
          key={opened.question?.id ?? `new ${opened.turn}`}
          {...rest}
          question={opened.question}
          onDirty={setDirty}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type FormProps = Omit<Props, 'opened'> & {
  question: Question | undefined;
  onDirty: (dirty: boolean) => void;
};

function WizardForm({ survey, question, onDirty, onClose, onNext }: FormProps) {
  const { wizard, act, save, isSaving } = useQuestionWizard({ survey, question, onDirty });
  const fields = useRef<HTMLDivElement>(null);
  // This runs after the effect of `StepLine`, which takes the focus when the step changes.
  useEffect(() => {
    if (wizard.refusals > 0)
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wizard.refusals]);
  const goOn = async (event: FormEvent) => {
    event.preventDefault();
    if (wizard.step !== lastStep) act({ type: 'next' });
    else if (await save()) onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void goOn(event)} className={classes.form}>
      <StepLine step={wizard.step} />
      <p className={classes.problem} role="alert">
        {wizard.problem}
      </p>
      <div ref={fields} className={classes.step}>
        <StepFields {...{ survey, question, wizard, act }} />
      </div>
      <DialogFoot>
        <Button
          mr="auto"
          variant="default"
          disabled={wizard.step === 1}
          onClick={() => act({ type: 'previous' })}
        >
          Previous
        </Button>
        {wizard.step === lastStep ? (
          <>
            {!question && (
              <Button
                variant="default"
                disabled={isSaving}
                onClick={() => void save().then((saved) => saved && onNext())}
              >
                Save and Add Another
              </Button>
            )}
            <Button type="submit" loading={isSaving}>
              Save Question
            </Button>
          </>
        ) : (
          <Button type="submit">Next</Button>
        )}
      </DialogFoot>
    </form>
  );
}

type StepProps = Pick<FormProps, 'survey' | 'question'> & {
  wizard: Wizard;
  act: (action: WizardAction) => void;
};

function StepFields({ survey, question, wizard, act }: StepProps) {
  const { draft, errors, opened } = wizard;
  const { rules, questions } = survey;
  switch (wizard.step) {
    case 1:
      return <QuestionDetailsStep {...{ draft, errors, act, questions }} ownId={question?.id} />;
    case 2:
      return <QuestionOptionsStep {...{ draft, errors, rules, act }} />;
    case 3:
      return <QuestionReviewStep {...{ draft, opened, rules, questions }} />;
  }
}

/**
 * Shows the step. When the step changes, it takes the focus, so that screen readers read it out and
 * Tab continues from here.
 */
function StepLine({ step }: { step: Step }) {
  const line = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) line.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <div className={classes.line}>
      <h3 ref={line} tabIndex={-1} className={classes.place}>
        <span>
          Step {step} of {lastStep}
        </span>{' '}
        {stepNames[step]}
      </h3>
      <div className={classes.marks} aria-hidden>
        {Array.from({ length: lastStep }, (_, index) => (
          <i key={stepNames[(index + 1) as Step]} data-reached={index < step} />
        ))}
      </div>
    </div>
  );
}
