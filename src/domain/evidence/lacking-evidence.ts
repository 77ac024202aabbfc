import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { standingsOf, type Standing } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

type Given = {
  /** The standing of each question, by its place. */
  readonly standings: readonly Standing[];
  /** The places of the questions whose answer is a finding. */
  readonly findings: readonly number[];
  readonly files: readonly { readonly questionId: number }[];
};

/**
 * Returns the places of the questions that want evidence and have none: an answered question that always
 * wants it, and a finding where it is wanted on findings. Missing evidence never stops an interview: the
 * complete screen lists these questions, and takes a reason.
 */
export function lackingEvidence(
  questions: readonly Pick<EditionQuestion, 'id' | 'evidence'>[],
  { standings, findings, files }: Given,
): number[] {
  const shown = new Set(files.map(({ questionId }) => questionId));
  const found = new Set(findings);
  return questions.flatMap(({ id, evidence }, place) => {
    const isWanted =
      (evidence === 'always' && standings[place] === 'answered') ||
      (evidence === 'on-finding' && found.has(place));
    return isWanted && !shown.has(id) ? [place] : [];
  });
}

/** Returns whether any question wants evidence. */
export function wantsEvidence(questions: readonly Pick<EditionQuestion, 'evidence'>[]): boolean {
  return questions.some(({ evidence }) => evidence === 'always' || evidence === 'on-finding');
}

type Asked = {
  readonly answers: readonly GivenAnswer[];
  /** The ids of the questions that were asked; undefined or null for all of them. */
  readonly asked?: readonly number[] | null | undefined;
};

/** Returns whether a stored response lacks evidence that its edition wants. */
export function isEvidenceMissing(
  questions: readonly EditionQuestion[],
  { answers, asked, ...given }: Omit<Given, 'standings'> & Asked,
): boolean {
  if (!wantsEvidence(questions)) return false;
  const standings = standingsOf(questions, answers, asked);
  return lackingEvidence(questions, { ...given, standings }).length > 0;
}
