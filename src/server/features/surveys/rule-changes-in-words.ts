import { changesBetween, shortName, type Changes } from '#domain/audit/changes.ts';
import type { RulesChange } from '#domain/scoring/rules-change.ts';
import { kpeCategories, type Question } from '#domain/surveys/question.ts';
import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';

/**
 * Returns the differences between two sets of rules, under the names that the audit trail shows.
 */
export function changesOfRules(
  before: SurveyRules | undefined,
  after: SurveyRules | undefined,
): Changes {
  return changesBetween(recordedRules(before), recordedRules(after));
}

function recordedRules(rules: SurveyRules | undefined) {
  const { thresholds, ...lines } = fullRules(rules);
  const named = kpeCategories.map((category) => {
    const name = category.charAt(0).toLowerCase() + category.slice(1).replaceAll(' ', '');
    return [`${name}Threshold`, thresholds[category] ?? null] as const;
  });
  return { ...lines, ...Object.fromEntries<number | null>(named) };
}

/** The most questions whose change one event lists. */
const mostTold = 20;

/**
 * Returns the changes of questions that somebody previewed, one line for each question: "FO-012: weight 3,
 * critical".
 */
export function questionChangesInWords(
  questions: readonly Question[],
  change: RulesChange,
): string[] {
  return questions
    .flatMap(({ id, code, text, answers }) => {
      const own = change.questions.get(id);
      if (!own) return [];
      const options = answers.flatMap((option) => {
        const { score, finding } = own.options.get(option.id) ?? {};
        const told = [
          ...(score === undefined ? [] : [`${score} points`]),
          ...(finding === undefined ? [] : [findingWords(finding)]),
        ];
        return told.length === 0 ? [] : [`“${shortName(option.text)}” ${told.join(' and ')}`];
      });
      const told = [
        ...(own.weight === undefined ? [] : [`weight ${own.weight}`]),
        ...(own.critical === undefined ? [] : [own.critical ? 'critical' : 'not critical']),
        ...options,
      ];
      return [`${code ?? shortName(text)}: ${told.join(', ')}`];
    })
    .slice(0, mostTold);
}

function findingWords(finding: boolean | null): string {
  if (finding === null) return 'a finding by its points';
  return finding ? 'a finding' : 'no finding';
}
