import { hasAnswer } from '#domain/answers/answer-types.ts';
import { furtherOf } from '#domain/responses/further-of.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { standingsOf, withContext, type Standing } from '#domain/scoring/standing.ts';
import type { InterviewQuestion } from '#domain/waivers/asked-with-waivers.ts';
import type { Progress, Remarks } from './progress.ts';

/**
 * The fields of a question that these functions need. The questions on the page of a link have only some
 * fields.
 */
type AskedQuestion = Pick<InterviewQuestion, 'id' | 'type' | 'showIf' | 'allowNa' | 'waived'> & {
  readonly answers: readonly { readonly id: number }[];
};
type Questions = readonly AskedQuestion[];

/**
 * Returns everything that an interview holds, in the order of its questions: answers, what is not
 * applicable or waived, and notes. A question with only a note is included. Blank answers, and
 * options that the edition does not offer, are left out.
 */
export function givenAnswers(
  questions: Questions,
  progress: Progress,
  remarks: Remarks = {},
): GivenAnswer[] {
  return questions.flatMap((question): GivenAnswer[] => {
    const { id: questionId, answers } = question;
    const entry = progress[questionId];
    const further = furtherOf({
      notApplicable: entry?.na,
      note: remarks[questionId]?.trim(),
      waived: question.waived !== undefined,
    });
    const isGiven =
      entry &&
      !entry.na &&
      hasAnswer(question, entry) &&
      (entry.answerId === null || answers.some(({ id }) => id === entry.answerId));
    if (!isGiven && Object.keys(further).length === 0) return [];
    const { answerId, textValue } = isGiven ? entry : { answerId: null, textValue: null };
    return [{ questionId, answerId, textValue, ...further }];
  });
}

/**
 * The ids of the questions that an interview asks and counts; left out where it asks all of the
 * edition.
 */
export type AskedIds = readonly number[] | undefined;

/**
 * Returns the standing of each question of an interview so far, by its place in the edition. The
 * scorer uses the same rule, so a response is scored by what its interview asked. A question that
 * is asked only for context has a standing too, because the person has to answer it.
 */
export function standingsNow(
  questions: Questions,
  progress: Progress,
  asked?: AskedIds,
): Standing[] {
  const among = asked && withContext(questions, asked);
  return standingsOf(questions, givenAnswers(questions, progress), among);
}

/** Returns the places of the questions that are asked now, from 0. */
export function placesAsked(standings: readonly Standing[]): number[] {
  return standings.flatMap((standing, place) => (isAskedNow(standing) ? [place] : []));
}

/** Returns whether the interview asks the question now. */
export function isAskedNow(standing: Standing | undefined): boolean {
  return standing !== 'hidden' && standing !== 'not-asked';
}

/**
 * Returns what the interview holds without anything about questions that are hidden or not asked. A
 * device keeps their answers while the interview is open, and they never become part of the response.
 */
export function answersAsked(
  questions: Questions,
  progress: Progress,
  { remarks = {}, asked }: { remarks?: Remarks | undefined; asked?: AskedIds } = {},
): GivenAnswer[] {
  const standings = standingsNow(questions, progress, asked);
  const shown = questions.filter((_, place) => isAskedNow(standings[place]));
  return givenAnswers(shown, progress, remarks);
}

/** Returns the percentage of the asked questions that are dealt with, rounded (rule 56). */
export function percentNow(standings: readonly Standing[]): number {
  const asked = placesAsked(standings);
  const dealtWith = asked.filter((place) => isDealtWith(standings[place]));
  return asked.length === 0 ? 0 : Math.round((100 * dealtWith.length) / asked.length);
}

/**
 * Returns how far an interview is, for its card. Only questions that are asked now count: `index` is how
 * many of them come before the current place in the edition, `questionCount` how many there are, and
 * `percent` how many are dealt with.
 */
export function progressAmongAsked(standings: readonly Standing[], index: number) {
  const leftOut = standings.slice(0, index).filter((standing) => !isAskedNow(standing));
  return {
    index: index - leftOut.length,
    questionCount: placesAsked(standings).length,
    percent: percentNow(standings),
  };
}

/** Returns whether the question has an answer, or needs none: it is not applicable or waived. */
export function isDealtWith(standing: Standing | undefined): boolean {
  return standing === 'answered' || standing === 'not-applicable' || standing === 'waived';
}
