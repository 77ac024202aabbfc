import { useQuery } from '@tanstack/react-query';

import type { ResponseDetail } from '#domain/responses/response.ts';
import { detailOf } from '#web/lib/api.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { evidenceQuery } from '#web/offline/readings/evidence-reading.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { evidenceInWords } from '#web/ui/evidence/evidence-words.ts';
import { shownFiles, type ShownFile } from '#web/ui/evidence/shown-files.ts';

export type ResponseEvidence = {
  files: readonly ShownFile[];
  /** How many of the files the server has, or why that is not known; empty when there are none. */
  words: string;
};

const none: readonly StoredFile[] = [];

/**
 * Returns the evidence of a response. Only a response that names files, or whose survey asks for
 * evidence, makes a request for it.
 */
export function useResponseEvidence(response: ResponseDetail): ResponseEvidence {
  const { clientId, files: named = [] } = response;
  const isOnline = useIsOnline();
  const enabled = named.length > 0 || response.questions.some(asksForEvidence);
  const { data, error } = useQuery({ ...evidenceQuery(clientId), enabled });
  const own =
    useStored(async (db) => (enabled ? filesOf(db, clientId) : []), [clientId, enabled]) ?? none;
  const reading = data?.value;
  const files = shownFiles({ reading, named, own, isOnline: isOnline && !error });
  const words =
    error && isOnline ? detailOf(error) : evidenceInWords(files, reading?.waitsOn ?? []);
  return { files, words };
}

function asksForEvidence({ evidence }: ResponseDetail['questions'][number]): boolean {
  return evidence === 'on-finding' || evidence === 'always';
}
