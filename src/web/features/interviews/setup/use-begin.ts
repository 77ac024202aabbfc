import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { interviewSetupSchema } from '#domain/interviews/session.ts';
import { nothingToAsk, type Survey } from '#domain/surveys/survey.ts';
import { detailOf, OfflineError } from '#web/lib/api.ts';
import { focusFirstError } from '#web/ui/field-errors.ts';
import { toast } from '#web/ui/notices/toast.ts';

import { NothingToAsk } from './nothing-to-ask.ts';

/** Loaded ahead with the interview (`interview-screen.tsx`), because the setup shows without it. */
const loadSteps = () => import('#web/features/interviews/interview-steps.ts');

export type Beginning = {
  hotel: Hotel;
  surveys: readonly Survey[];
  /** The survey to select at first, if it can be asked. */
  surveyId?: number | undefined;
  /** Called with the client id of the interview that has begun. */
  onBegun: (clientId: string) => void;
};

type Values = { surveyId: string | null; respondentName: string; respondentJobTitle: string };
export type SetupValues = UseFormReturnType<Values>;

/**
 * Returns the setup form and a function that begins the interview. The survey field shows why an interview
 * could not begin.
 */
export function useBegin({ hotel, surveys, surveyId, onBegun }: Beginning) {
  const [isBeginning, setBeginning] = useState(false);
  const chosen = surveys.find(({ id }) => id === surveyId);
  const form = useForm<Values>({
    initialValues: {
      surveyId: chosen ? String(chosen.id) : null,
      respondentName: '',
      respondentJobTitle: '',
    },
    validate: schemaResolver(interviewSetupSchema, { sync: true }),
  });
  const begin = async (values: Values) => {
    const survey = surveys.find(({ id }) => String(id) === values.surveyId);
    const refuse = (reason: string) => {
      form.setFieldError('surveyId', reason);
      focusFirstError(form, { surveyId: reason });
    };
    if (!survey) return refuse('Please select a survey');
    setBeginning(true);
    try {
      const { beginInterview } = await loadSteps();
      onBegun(await beginInterview(hotel, survey, interviewSetupSchema.parse(values)));
    } catch (error) {
      toast.error('Failed to load survey', whyNot(error));
      refuse(whyNot(error));
      setBeginning(false);
    }
  };
  return { form, begin, isBeginning };
}

function whyNot(error: unknown): string {
  if (error instanceof OfflineError)
    return 'This survey is not on this device yet. Connect once to fetch it.';
  if (error instanceof NothingToAsk) return nothingToAsk;
  return detailOf(error);
}
