import { useEffect, useState } from 'react';

import type { Evidence } from '#domain/evidence/evidence.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import type { Draft, StoredFile } from '#web/offline/records.ts';
import type { DraftReturned } from '#web/offline/returned-records.ts';

import type { InterviewState } from './interview-state.ts';

export type TakenElsewhere = readonly Pick<Evidence, 'questionId' | 'kind'>[];

/**
 * Returns the evidence of the interview that other devices have sent. The server is asked only when an
 * interview is resumed of which it has a copy, because one that has just begun has none, and only where
 * the survey uses rules, because the others take no evidence. A
 * correction has the files of the response that it corrects.
 */
export function useTakenElsewhere(
  { clientId, copy, returned }: Draft,
  { usesRules }: Pick<InterviewState, 'usesRules'>,
  own: readonly StoredFile[],
): TakenElsewhere {
  const [held, setHeld] = useState<readonly Evidence[]>([]);
  const isAsked = useIsOnline() && copy !== null && usesRules;
  useEffect(() => {
    let isCurrent = isAsked;
    const read = async () => {
      const { readHeld } = await import('./evidence/read-held.ts');
      const found = await readHeld(clientId);
      if (isCurrent) setHeld(found);
    };
    // Without an answer the screen shows what this device has.
    if (isAsked) read().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isAsked, clientId]);
  if (returned) return filesOfAnswers(returned);
  const here = new Set(own.map((file) => file.clientId));
  return held.filter(({ fileId }) => !here.has(fileId));
}

function filesOfAnswers({ files }: DraftReturned): TakenElsewhere {
  return files.map(({ questionId, kind }) => ({ questionId: questionId ?? null, kind }));
}
