import { useLayoutEffect, useReducer } from 'react';

import type { Question } from '#domain/surveys/question.ts';
import { ApiError, detailOf } from '#web/lib/api.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-guard.ts';
import { toast } from '#web/ui/toast.ts';
import { surveyIn } from './builder-view.ts';
import {
  isDirty,
  onlyRemovesOptions,
  openWizard,
  reduceWizard,
  toSave,
  type Wizard,
} from './question-wizard.ts';
import { useSaveQuestion } from './save-question.ts';

type Given = {
  surveyId: number;
  /** How many questions the survey has. */
  count: number;
  question: Question | undefined;
  /** Told whether closing the dialog would lose something. */
  onDirty: (dirty: boolean) => void;
};

/** A question being written, from the first step to the answer of the server. */
export function useQuestionWizard({ surveyId, count, question, onDirty }: Given) {
  const [wizard, act] = useReducer(reduceWizard, undefined, () => openWizard(question, count));
  const { mutateAsync, isPending } = useSaveQuestion(surveyId, question);
  const dirty = isDirty(wizard);
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  useUnsavedGuard(() => dirty, surveyIn);

  /** Answers whether it is saved; what is wrong stands at its field. */
  const save = async (): Promise<boolean> => {
    try {
      await mutateAsync(toSave(wizard));
      return true;
    } catch (error) {
      const found = error instanceof ApiError ? error.problem?.errors : undefined;
      if (found) act({ type: 'refuse', errors: found });
      toast.error(failureOf(wizard, question), detailOf(error));
      return false;
    }
  };
  return { wizard, act, save, isSaving: isPending };
}

/** Names the act that failed, as its author sees it. */
function failureOf(wizard: Wizard, question: Question | undefined): string {
  if (!question) return 'Failed to create question';
  return onlyRemovesOptions(wizard)
    ? 'Failed to delete answer option'
    : 'Failed to update question';
}
