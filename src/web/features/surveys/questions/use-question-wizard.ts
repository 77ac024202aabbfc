import { useLayoutEffect, useReducer } from 'react';

import type { Question } from '#domain/surveys/question.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { ApiError } from '#web/lib/api.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-guard.ts';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { surveyIn } from '#web/features/surveys/builder-view.ts';
import {
  fieldInTheWay,
  isDirty,
  onlyRemovesOptions,
  openWizard,
  reduceWizard,
  toSave,
  type Wizard,
} from './question-wizard.ts';
import { useSaveQuestion } from './save-question.ts';

type Given = {
  survey: SurveyWithQuestions;
  question: Question | undefined;
  /** Called with whether closing the dialog would lose changes. */
  onDirty: (dirty: boolean) => void;
};

/** Returns the wizard's state and its actions, up to saving the question. */
export function useQuestionWizard({ survey, question, onDirty }: Given) {
  const count = survey.questions.length;
  const [wizard, act] = useReducer(reduceWizard, undefined, () => openWizard(question, count));
  const { mutateAsync, isPending } = useSaveQuestion(survey.id, question);
  const dirty = isDirty(wizard);
  // A layout effect, so that it runs before the next key press.
  useLayoutEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  useUnsavedGuard(() => dirty, surveyIn);

  /** Saves the question. Returns whether it is saved; errors are shown at their fields. */
  const save = async (): Promise<boolean> => {
    try {
      await mutateAsync(toSave(wizard));
      return true;
    } catch (error) {
      const errors = errorsIn(error, wizard);
      if (errors) act({ type: 'refuse', errors });
      toast.error(failureOf(wizard, question), whyFailed(error));
      return false;
    }
  };
  return { wizard, act, save, isSaving: isPending };
}

/**
 * Returns the server's errors by field. When other questions depend on something that this change removes, the
 * error belongs to the changed field.
 */
function errorsIn(error: unknown, wizard: Wizard) {
  const problem = error instanceof ApiError ? error.problem : undefined;
  const path = problem?.type === '/problems/conflict' ? fieldInTheWay(wizard) : undefined;
  return problem && path ? [{ path, message: problem.detail }] : problem?.errors;
}

/** Returns the title of the error message, by what the author was doing. */
function failureOf(wizard: Wizard, question: Question | undefined): string {
  if (!question) return 'Failed to create question';
  return onlyRemovesOptions(wizard)
    ? 'Failed to delete answer option'
    : 'Failed to update question';
}
