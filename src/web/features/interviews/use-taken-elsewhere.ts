import { useEffect, useState } from 'react';

import type { Evidence } from '#domain/evidence/evidence.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import type { Draft, StoredFile } from '#web/offline/store/records.ts';
import type { DraftReturned } from '#web/offline/store/returned-records.ts';

import type { InterviewState } from './interview-state.ts';

export type TakenElsewhere = readonly Pick<Evidence, 'questionId' | 'kind'>[];

/**
 * Returns the evidence of the interview that other devices have sent. It asks the server only when a resumed
 * interview has a copy there, because a new interview has no files yet. It asks only if the survey uses rules,
 * because other surveys take no evidence. For a correction it returns the files of the response that is
 * corrected.
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
      const { readFilesOnServer } = await import('./evidence/read-files-on-server.ts');
      const found = await readFilesOnServer(clientId);
      if (isCurrent) setHeld(found);
    };
    // If this fails, the screen shows only what this device has.
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
