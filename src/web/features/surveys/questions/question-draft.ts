import { answerTypes, type QuestionType } from '#domain/answers/answer-types.ts';
import {
  fewestOptions,
  noCategory,
  questionInputSchema,
  type KpeCategory,
  type Question,
} from '#domain/surveys/question.ts';
import { wholeNumberOf } from '#web/ui/whole-number.ts';
import { conditionErrors, conditionsOf, toShowIf, type ConditionDraft } from './condition-draft.ts';

/** A question as its author is writing it, before it is stored. */

export type OptionDraft = {
  /** Identifies the option while the wizard is open. */
  readonly key: number;
  /** The id of a stored option; undefined for a new one. */
  readonly id: number | undefined;
  readonly text: string;
  /** Text where the field was emptied, or holds no whole number (`whole-number.ts`). */
  readonly score: number | string;
  readonly isCorrect: boolean;
  /** Whether choosing it is a finding; null when its points decide. */
  readonly finding: boolean | null;
};

export type EvidenceNeed = NonNullable<Question['evidence']>;

export type QuestionDraft = {
  readonly text: string;
  readonly type: QuestionType | null;
  readonly required: boolean;
  readonly order: number | string;
  readonly weight: number | string;
  readonly kpeCategory: KpeCategory | typeof noCategory;
  readonly code: string;
  readonly section: string;
  readonly guidance: string;
  readonly critical: boolean;
  readonly allowNa: boolean;
  readonly evidence: EvidenceNeed;
  readonly showIf: readonly ConditionDraft[];
  /**
   * The options stay here while the author tries a type without options. Blank options are skipped when the
   * question is saved.
   */
  readonly options: readonly OptionDraft[];
};

/** Returns the draft of a question, or of a new one at this place. */
export function draftOf(question: Question | undefined, place: number): QuestionDraft {
  const options = question?.answers ?? [];
  return {
    text: question?.text ?? '',
    type: question?.type ?? null,
    required: question?.required ?? false,
    order: question?.order ?? place,
    weight: question?.weight ?? 1,
    kpeCategory: question?.kpeCategory ?? noCategory,
    code: question?.code ?? '',
    section: question?.section ?? '',
    guidance: question?.guidance ?? '',
    critical: question?.critical ?? false,
    allowNa: question?.allowNa ?? false,
    evidence: question?.evidence ?? 'optional',
    showIf: conditionsOf(question?.showIf),
    options: [
      ...options.map(({ id, text, score, isCorrect, finding = null }, key) => ({
        ...{ key, id, text, score, isCorrect, finding },
      })),
      ...Array.from({ length: Math.max(0, fewestOptions - options.length) }, (_, index) =>
        blankOption(options.length + index),
      ),
    ],
  };
}

export function blankOption(key: number): OptionDraft {
  return { key, id: undefined, text: '', score: 0, isCorrect: false, finding: null };
}

/** The fields of step 1 that are folded behind More. */
const quietFields: readonly string[] = [
  ...['code', 'section', 'guidance', 'critical', 'allowNa', 'evidence', 'showIf'],
];

/** Returns whether the question uses one of the fields behind More, or has an error there. */
export function needsMore(draft: QuestionDraft, errors: Readonly<Record<string, string>>): boolean {
  const { code, section, guidance, critical, allowNa, evidence, showIf } = draft;
  const hasWords = [code, section, guidance].some((text) => text !== '');
  const hasRules = critical || allowNa || evidence !== 'optional' || showIf.length > 0;
  const hasError = Object.keys(errors).some((path) =>
    quietFields.includes(path.split('.')[0] ?? ''),
  );
  return hasWords || hasRules || hasError;
}

export function takesOptions(type: QuestionType | null): boolean {
  return type !== null && answerTypes[type].hasOptions;
}

/** Returns the options that will be stored. */
export function writtenOptions({ type, options }: QuestionDraft): readonly OptionDraft[] {
  return takesOptions(type) ? options.filter(({ text }) => text.trim() !== '') : [];
}

/** Returns what the server would refuse, by field. */
export function findErrors(draft: QuestionDraft): Record<string, string> {
  const missing = conditionErrors(draft.showIf);
  const parsed = questionInputSchema.safeParse({ surveyId: 1, ...fieldsOf(draft), showIf: [] });
  if (parsed.success) return missing;
  // When a field has several errors, the first one is the clearest. Reversed, it overwrites the
  // others.
  const issues = parsed.error.issues.toReversed();
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
    ...missing,
  };
}

/**
 * Returns what is sent. A type without options sends none, even if the author wrote some before.
 */
export function fieldsOf({ type, options, order, weight, showIf, ...rest }: QuestionDraft) {
  return {
    ...rest,
    type: type ?? undefined,
    order: wholeNumberOf(order),
    weight: wholeNumberOf(weight),
    showIf: toShowIf(showIf),
    answers: takesOptions(type)
      ? options.map(({ key: _, score, ...option }) => ({ ...option, score: wholeNumberOf(score) }))
      : [],
  };
}
