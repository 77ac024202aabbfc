import type { ReviewedAnswer, ReviewedInterview } from '#domain/rounds/review.ts';
import type { ShownFile } from '#web/ui/evidence/shown-files.ts';

/** Returns an answer's files as screens show them: all are on the server. */
export function filesOf({ files }: Pick<ReviewedAnswer, 'files'>): ShownFile[] {
  return files.map((file) => ({ ...file, place: 'server', isHeld: true }));
}

export function shownFilesOf(interviews: readonly ReviewedInterview[]): ShownFile[] {
  return interviews.flatMap(({ answers }) => answers.flatMap(filesOf));
}
