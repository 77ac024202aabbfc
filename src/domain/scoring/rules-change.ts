import { answerTypes } from '#domain/answers/answer-types.ts';
import type { Edition, EditionQuestion } from '#domain/surveys/edition.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import type { RulesDraft } from '#domain/surveys/rules-preview.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { fullRules, type Rules, type SurveyRules } from '#domain/surveys/survey-rules.ts';

type OptionChange = { score?: number; finding?: boolean | null };
type QuestionChange = {
  weight?: number;
  critical?: boolean;
  options: ReadonlyMap<number, OptionChange>;
};

/** What a draft would change in a survey. Unchanged parts are left out. */
export type RulesChange = {
  rules: Partial<Omit<Rules, 'thresholds'>>;
  thresholds: Partial<Record<KpeCategory, number | null>>;
  /** The changes of questions, by the question's id. */
  questions: ReadonlyMap<number, QuestionChange>;
};

type Changed = Pick<SurveyWithQuestions, 'rules' | 'questions'>;

/**
 * Returns what the draft would change in the survey as it is now. Parts that equal the survey are
 * left out. So a draft without a change also leaves older editions as they are, although their
 * rules differ from today's.
 */
export function changeOf(survey: Changed, draft: RulesDraft): RulesChange {
  const now = fullRules(survey.rules);
  const { thresholds, ...lines } = fullRules(draft.rules ?? survey.rules);
  const rules = Object.entries(lines).filter(([name, value]) => now[name as keyof Rules] !== value);
  const least = kpeCategories
    .map((category) => [category, thresholds[category] ?? null] as const)
    .filter(([category, value]) => value !== (now.thresholds[category] ?? null));
  return {
    rules: Object.fromEntries(rules),
    thresholds: Object.fromEntries(least),
    questions: new Map(draft.questions.flatMap((given) => questionChange(survey, given))),
  };
}

function questionChange(
  { questions }: Changed,
  { id, weight, critical, options = [] }: RulesDraft['questions'][number],
): [number, QuestionChange][] {
  const question = questions.find((one) => one.id === id);
  if (!question) return [];
  const changedOptions = options.flatMap(({ id: optionId, score, finding }) => {
    const option = question.answers.find((one) => one.id === optionId);
    const isMarked = finding !== undefined && finding !== (option?.finding ?? null);
    const change: OptionChange = {
      ...(score !== undefined && score !== option?.score && { score }),
      ...(isMarked && { finding }),
    };
    return Object.keys(change).length > 0 ? [[optionId, change] as const] : [];
  });
  const change = {
    ...(weight !== undefined && weight !== question.weight && { weight }),
    ...(critical !== undefined && critical !== (question.critical ?? false) && { critical }),
    options: new Map(changedOptions),
  };
  return Object.keys(change).length > 1 || change.options.size > 0 ? [[id, change]] : [];
}

type Asked = Pick<Edition, 'questions' | 'rules'>;

/**
 * Applies a change to an edition. A question or an option that the edition does not have was not
 * asked, so its change is ignored.
 */
export function withChange(
  { questions, rules }: Asked,
  change: RulesChange,
): { questions: EditionQuestion[]; rules: Rules } {
  return {
    questions: questions.map((question) => {
      const own = change.questions.get(question.id);
      return own ? changedQuestion(question, own) : question;
    }),
    rules: changedRules(rules, change),
  };
}

/** Applies a change to the rules alone. */
export function changedRules(given: SurveyRules | undefined, change: RulesChange): Rules {
  const { thresholds, ...rules } = fullRules(given);
  return {
    ...rules,
    ...change.rules,
    thresholds: { ...thresholds, ...change.thresholds },
  };
}

function changedQuestion(
  question: EditionQuestion,
  { weight = question.weight, critical, options }: QuestionChange,
): EditionQuestion {
  const { critical: was, ...others } = question;
  const isCritical = (critical ?? was ?? false) && answerTypes[question.type].isScored;
  return {
    ...others,
    weight,
    ...(isCritical && { critical: true }),
    answers: question.answers.map(({ finding: marked, ...option }) => {
      const { score = option.score, finding = marked } = options.get(option.id) ?? {};
      return { ...option, score, ...(finding != null && { finding }) };
    }),
  };
}
