import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';

import { plural } from '#domain/plural.ts';
import type { Previous, Said } from '#domain/rounds/reassessment.ts';
import type { RoundKind } from '#domain/rounds/round.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { usePrevious } from '#web/offline/readings/reassessment-reading.ts';

import classes from '#web/features/interviews/interview.module.css';

const kindWords: Readonly<Record<RoundKind, string>> = {
  self: 'self-assessment',
  onsite: 'onsite',
  session: 'session',
  reassessment: 're-assessment',
  other: 'assessment',
};

const LastPhotos = lazy(async () => ({ default: (await import('./last-photos.tsx')).LastPhotos }));

type Props = { roundId: number; question: EditionQuestion };

/** Shows how the question was answered in the round that this one repeats. */
export function LastTime({ roundId, question }: Props) {
  const previous = usePrevious(roundId);
  const said = previous?.answers.find(({ key }) => key === questionKey(question))?.said ?? [];
  if (!previous?.before || said.length === 0) return null;
  const { kind } = previous.before;
  return (
    <ul className={classes.lastTime} aria-label="Last time">
      {said.map((one) => (
        <li key={one.responseId}>
          <IconHistory size={18} aria-hidden />
          <div>
            <p>{lastTimeWords(one, kind)}</p>
            {one.note && (
              <p className={classes.lastNote} dir="auto">
                {one.note}
              </p>
            )}
            {one.files.some(isPhoto) && (
              <Suspense fallback={<div className={classes.lastPhotos} />}>
                <LastPhotos roundId={roundId} photos={one.files.filter(isPhoto)} />
              </Suspense>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function isPhoto({ kind }: Said['files'][number]): boolean {
  return kind === 'photo';
}

/** Returns for example "Last time (onsite, 12 Mar 2026): No · 2 photos". */
export function lastTimeWords({ completedAt, answer, files }: Said, kind: RoundKind): string {
  const photos = files.filter(isPhoto).length;
  const others = files.length - photos;
  const what = [
    answer ?? 'Not answered',
    photos > 0 && countWords(photos, 'photo'),
    others > 0 && countWords(others, 'other file'),
  ];
  const when = `${kindWords[kind]}, ${formatDate(completedAt)}`;
  return `Last time (${when}): ${what.filter(Boolean).join(' · ')}`;
}

/** Returns in words how much of the survey the round asks. */
export function partWords(asked: number, previous: Previous['before'] | undefined): string {
  const since = previous ? ` in the ${kindWords[previous.kind]} round` : '';
  return `Only the ${countWords(asked, 'question')} that failed${since} ${plural(asked, 'is', 'are')} asked again.`;
}
