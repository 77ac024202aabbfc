import { plural } from '#domain/plural.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import type { Cause } from './causes.ts';
import type { ResponseScore } from './score-response.ts';
import type { GivenAnswer } from './scored-answer.ts';
import { standingsOf } from './standing.ts';
import { passLine } from './verdict.ts';

type Judged = {
  /** The percent as it is shown. */
  readonly percent: string;
  readonly causes: readonly Cause[];
  readonly rules?: SurveyRules | undefined;
  /** The questions of the edition, in its order. */
  readonly questions: readonly Pick<EditionQuestion, 'code' | 'critical'>[];
  /** The places of the questions whose answer is a finding, from 0. */
  readonly findings: readonly number[];
  /** The places of the questions that were asked and have no answer. */
  readonly unanswered: readonly number[];
};

/**
 * Says why a response needs a review, such as “Needs Review: 84.1%, but FO-012 (critical) failed”.
 * Returns null when the percent and the line of 80 already explain the verdict. So a survey without
 * rules never shows a sentence.
 */
export function verdictInWords({ percent, causes, ...judged }: Judged): string | null {
  const rules = fullRules(judged.rules);
  const isBelow = causes.includes('score');
  if (causes.length === 0 || (isBelow && causes.length === 1 && rules.passLine === passLine))
    return null;
  const critical = (places: readonly number[]) =>
    places.filter((place) => judged.questions[place]?.critical);
  const name = (places: readonly number[]) => namesOf(critical(places), judged.questions);
  const open = critical(judged.unanswered).length;
  const others = [
    causes.includes('critical') && `${name(judged.findings)} (critical) failed`,
    causes.includes('critical-unanswered') &&
      `${name(judged.unanswered)} (critical) ${plural(open, 'has', 'have')} no answer`,
    ...kpeCategories.map(
      (category) =>
        causes.includes(`category:${category}`) &&
        `${category} is below ${rules.thresholds[category]}%`,
    ),
  ].filter((words) => words !== false);
  const score = `Needs Review: ${percent}`;
  const why = others.join(', and ');
  if (!isBelow) return `${score}, but ${why}`;
  return [`${score} is below ${rules.passLine}%`, ...(why ? [why] : [])].join(', and ');
}

type InHand = {
  questions: readonly EditionQuestion[];
  rules?: SurveyRules | undefined;
  /** The ids of the questions that were asked; all of them where it is left out. */
  asked?: readonly number[] | undefined;
};

/**
 * Says why an interview under way needs a review, like {@link verdictInWords}. Numbers its
 * questions as they were asked, without those that are hidden or not asked.
 *
 * @param percent as it is shown
 */
export function scoreInWords(
  { questions, rules, asked: among }: InHand,
  answers: readonly GivenAnswer[],
  { causes, findings }: ResponseScore,
  percent: string,
): string | null {
  const standings = standingsOf(questions, answers, among);
  const asked = questions.flatMap((question, place) => {
    const standing = standings[place];
    return standing === 'hidden' || standing === 'not-asked'
      ? []
      : [{ question, isFinding: findings.includes(place), isOpen: standing === 'unanswered' }];
  });
  const places = (is: (one: (typeof asked)[number]) => boolean) =>
    asked.flatMap((one, place) => (is(one) ? [place] : []));
  return verdictInWords({
    ...{ percent, causes, rules, questions: asked.map(({ question }) => question) },
    findings: places(({ isFinding }) => isFinding),
    unanswered: places(({ isOpen }) => isOpen),
  });
}

/** The most questions that a sentence names. */
const mostNamed = 3;

/** Returns "FO-012", "FO-012 and question 7" or "FO-012, FO-013, FO-014 and 2 more". */
function namesOf(places: readonly number[], questions: Judged['questions']): string {
  const names = places.map((place) => nameOfQuestion(questions[place], place));
  const rest = names.length - mostNamed;
  const shown = rest > 0 ? [...names.slice(0, mostNamed), `${rest} more`] : names;
  const last = shown.at(-1) ?? 'a question';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}

/** Returns a question's code, or "question 7" where it has none. */
export function nameOfQuestion(
  question: Pick<EditionQuestion, 'code'> | undefined,
  place: number,
): string {
  return question?.code ?? `question ${place + 1}`;
}

/**
 * Returns the causes in one or two words each, beside a verdict: "critical", "The Right Fit". The
 * score is left out, because the percent beside it says so.
 */
export function briefCauses(causes: readonly Cause[] = []): string[] {
  const words = causes.flatMap((cause) => {
    if (cause === 'score') return [];
    return cause === 'critical-unanswered' ? ['critical'] : [cause.replace('category:', '')];
  });
  return [...new Set(words)];
}
