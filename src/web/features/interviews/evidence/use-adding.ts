import { useEffect, useRef, useState } from 'react';

import type { InterviewAction } from '#web/features/interviews/interview-state.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { trackPendingFile } from '#web/offline/files/pending-files.ts';
import { addFiles, type ChosenKind, type Preview } from './add-files.ts';
import type { EvidencePlace } from './room-for.ts';

/**
 * The latest photo. `isAdding` is true until the photo is among the question's files or could not be stored.
 */
export type PreviewUrl = { clientId: string; url: string; isAdding: boolean };

/**
 * Adds chosen files in the background. The person can go on meanwhile. In that case a toast says which files
 * could not be added.
 */
export function useAdding(
  place: EvidencePlace,
  files: readonly StoredFile[],
  act: (action: InterviewAction) => void,
) {
  const [adding, setAdding] = useState(0);
  const [added, setAdded] = useState(0);
  /** The last file that is on the disk but not among the question's files yet. */
  const [coming, setComing] = useState<string | null>(null);
  if (files.some(({ clientId }) => clientId === coming)) setComing(null);
  const [preview, setPreview] = useState<PreviewUrl>();
  const url = preview?.url;
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  if (preview?.isAdding && files.some(({ clientId }) => clientId === preview.clientId))
    setPreview({ ...preview, isAdding: false });
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const add = async (kind: ChosenKind, files: readonly File[]) => {
    act({ type: 'arrived' });
    if (files.length === 0) return;
    setRefusals([]);
    setAdding((count) => count + files.length);
    let left = files.length;
    const onEach = (clientId: string | null) => {
      left -= 1;
      setAdding((count) => count - 1);
      setAdded((count) => count + 1);
      if (clientId === null) setPreview(undefined);
      else setComing(clientId);
    };
    const onPreview = ({ thumbnail, ...of }: Preview) =>
      setPreview({ ...of, url: URL.createObjectURL(new Blob([thumbnail])), isAdding: true });
    const words = await trackPendingFile(addFiles(place, kind, files, { onEach, onPreview }));
    setAdding((count) => count - left);
    if (words.length === 0) return;
    if (isHere.current) setRefusals(words);
    else toast.error('Not everything was added', words.join(' '));
  };
  // A new file counts as being added until the list of files that contains it has been read.
  return { adding: Math.max(adding, coming === null ? 0 : 1), added, preview, refusals, add };
}
