import { useLayoutEffect, useReducer } from 'react';

import type { Question } from '#domain/surveys/question.ts';
import { ApiError, detailOf } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { isDirty, openWizard, reduceWizard, toSave } from './question-wizard.ts';
import { useSaveQuestion } from './save-question.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

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
  useUnsavedGuard(() => dirty);

  /** Answers whether it is saved; what is wrong stands at its field. */
  const save = async (): Promise<boolean> => {
    try {
      await mutateAsync(toSave(wizard));
      return true;
    } catch (error) {
      const found = error instanceof ApiError ? error.problem?.errors : undefined;
      if (found) act({ type: 'refuse', errors: found });
      const title = question ? 'Failed to update question' : 'Failed to create question';
      toast.error(title, detailOf(error));
      return false;
    }
  };
  return { wizard, act, save, isSaving: isPending };
}
