import { StatusBadge } from '#web/ui/status-badge.tsx';
import { flagTone } from '#web/ui/theme/tones.ts';

/** Marks a score that counts in no figure until somebody has accepted its response (rule 43). */
export function NotCounted({ counts }: { counts: boolean }) {
  return counts ? null : <StatusBadge tone={flagTone}>Not counted yet</StatusBadge>;
}
