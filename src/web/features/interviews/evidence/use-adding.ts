import { useEffect, useRef, useState } from 'react';

import type { InterviewAction } from '#web/features/interviews/interview-state.ts';
import { toast } from '#web/ui/toast.ts';

import { addFiles, type ChosenKind } from './add-files.ts';
import { inHand } from './in-hand.ts';
import type { EvidencePlace } from './room-for.ts';

/**
 * Adds chosen files in the background. The person can go on meanwhile; what could not be added is then
 * said in a toast.
 */
export function useAdding(place: EvidencePlace, act: (action: InterviewAction) => void) {
  const [adding, setAdding] = useState(0);
  const [added, setAdded] = useState(0);
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
    const onEach = () => {
      left -= 1;
      setAdding((count) => count - 1);
      setAdded((count) => count + 1);
    };
    const words = await inHand(addFiles(place, kind, files, onEach));
    setAdding((count) => count - left);
    if (words.length === 0) return;
    if (isHere.current) setRefusals(words);
    else toast.error('Not everything was added', words.join(' '));
  };
  return { adding, added, refusals, add };
}
