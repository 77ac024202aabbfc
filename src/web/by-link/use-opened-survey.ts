import { useEffect, useEffectEvent, useState } from 'react';

import type { SelfAssessment } from '#domain/contacts/interview-by-link.ts';
import { loadInterview } from './self-assessment.tsx';

/** The entry of the browser's history in which an interview is open. */
type Entry = { link: number; survey: number };

/**
 * Returns the survey id of the open interview, and a function that opens one, or closes it when called with undefined.
 *
 * An open interview is an entry of the browser's history. So the phone's Back button returns to the list and does not
 * leave the page, and a reload returns to the interview. The entry names its link, because this tab may show another
 * link by the time somebody returns to it. If the interview's code cannot be loaded, the list stays.
 */
export function useOpenedSurvey(link: number, selfAssessment: SelfAssessment | null) {
  const [opened, setOpened] = useState<number>();
  const isOffered = useEffectEvent((survey: number) => {
    const found = selfAssessment?.surveys.find(({ surveyId }) => surveyId === survey);
    return found?.state === 'begun' && selfAssessment?.closed === null;
  });
  useEffect(() => {
    const look = () => {
      const survey = inHistory(link);
      if (survey === undefined) setOpened(undefined);
      else if (isOffered(survey))
        loadInterview().then(
          () => setOpened(inHistory(link)),
          () => undefined,
        );
    };
    look();
    window.addEventListener('popstate', look);
    return () => window.removeEventListener('popstate', look);
  }, [link]);
  const open = (survey: number | undefined) => {
    if (survey !== undefined && inHistory(link) !== survey)
      history.pushState({ link, survey } satisfies Entry, '');
    setOpened(survey);
    if (survey === undefined && inHistory(link) !== undefined) history.back();
  };
  return [opened, open] as const;
}

/** Returns the survey of the present entry; undefined when it has none, or one of another link. */
function inHistory(link: number): number | undefined {
  const entry = history.state as Entry | null;
  return entry?.link === link ? entry.survey : undefined;
}
