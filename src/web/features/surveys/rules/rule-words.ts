import { isFinding } from '#domain/scoring/finding.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { kpeCategories, type Question } from '#domain/surveys/question.ts';
import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import { conditionWords } from '#web/features/surveys/questions/condition-draft.ts';

/** Describes in words what the rules of a question and of its survey mean (rules 62–65). */

const usual = fullRules();

/**
 * Returns one sentence for each consequence of the answers to a question. Returns none for a question without
 * rules in a survey with the usual finding line.
 */
export function ruleWords(
  question: EditionQuestion,
  given: SurveyRules | undefined,
  questions: readonly Question[],
): string[] {
  const rules = fullRules(given);
  if (!hasRules(question) && rules.findingLine === usual.findingLine) return [];
  const { critical, allowNa, evidence = 'optional', showIf } = question;
  const fails = rules.criticalFails ? 'fails the interview' : 'fails no interview of this survey';
  return [
    ...findingWords(question, rules.findingLine),
    ...(critical ? [`Critical: ${fails}.`] : []),
    ...(allowNa ? ['It can be marked not applicable.'] : []),
    ...evidenceWords[evidence],
    ...(showIf ? [`Asked only if ${conditionWords(showIf, questions)}.`] : []),
  ];
}

const evidenceWords = {
  none: ['No evidence is wanted.'],
  optional: [],
  'on-finding': ['Evidence is wanted on a finding.'],
  always: ['Evidence is always wanted.'],
} as const;

/** Returns whether the question has a rule, or anything that belongs to rules, of its own. */
function hasRules(question: EditionQuestion): boolean {
  const { code, section, guidance, critical, allowNa, evidence, showIf, answers } = question;
  return (
    [code, section, guidance, critical, allowNa, evidence, showIf].some(Boolean) ||
    answers.some(({ finding }) => finding !== undefined)
  );
}

function findingWords(question: EditionQuestion, line: number): string[] {
  const maximum = questionMaximum(question);
  if (maximum === null) return [];
  const found = question.answers.filter((option) => isFinding(option, maximum, line));
  return found.length === 0
    ? ['No answer is a finding.']
    : [`A finding if: ${found.map(({ text }) => text).join(', ')}.`];
}

/** Returns the rules of a survey in sentences: its pass line, and each rule that is not the usual one. */
export function passWords(given: SurveyRules): string[] {
  const { passLine, findingLine, thresholds, criticalFails, naAlert } = fullRules(given);
  return [
    `Passes from ${passLine}%.`,
    ...kpeCategories.flatMap((category) =>
      thresholds[category] == null ? [] : [`${category} at least ${thresholds[category]}%.`],
    ),
    ...(findingLine === passLine
      ? []
      : [`An answer below ${findingLine}% of its points is a finding.`]),
    ...(criticalFails ? [] : ['Critical questions fail no interview.']),
    ...(naAlert === usual.naAlert
      ? []
      : [`Flagged when more than ${naAlert}% are not applicable.`]),
  ];
}
