import { formatNumber } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { flagTone } from '#web/ui/theme/tones.ts';

/** Returns ", 3 of them not counted yet", or nothing where all of a list's responses are in the figures. */
export function notCountedInWords(count = 0): string {
  return count > 0 ? `, ${formatNumber(count)} of them not counted yet` : '';
}

/** Marks a score that counts in no figure until somebody has accepted its response (rule 43). */
export function NotCounted({ counts }: { counts: boolean }) {
  return counts ? null : <StatusBadge tone={flagTone}>Not counted yet</StatusBadge>;
}
