import { fieldsThatDiffer } from '#domain/fields-that-differ.ts';
import {
  fewestOptions,
  mostOptions,
  type Question,
  type QuestionChange,
  type QuestionInput,
} from '#domain/surveys/question.ts';
import {
  blankOption,
  draftOf,
  fieldsOf,
  findErrors,
  takesOptions,
  writtenOptions,
  type OptionDraft,
  type QuestionDraft,
} from './question-draft.ts';

/**
 * The question wizard: the state of a question that an author is writing, in three steps (rule 52).
 * This file holds all of the wizard's logic; its screens only show the state.
 */
export type Step = 1 | 2 | 3;
export const lastStep = 3;
export const stepNames: Readonly<Record<Step, string>> = {
  1: 'Question details',
  2: 'Answer options',
  3: 'Review and save',
};

export type Wizard = {
  readonly step: Step;
  readonly draft: QuestionDraft;
  /** The draft as it was when the wizard opened. Any difference is unsaved. */
  readonly opened: QuestionDraft;
  /** Messages by field, dotted as in the API: `answers.2.text`. */
  readonly errors: Readonly<Record<string, string>>;
  /** Why Next stayed at this step; null when it did not. */
  readonly problem: string | null;
  /** How often fields were found wrong. Each time the first of them takes the focus. */
  readonly refusals: number;
};

export type WizardAction =
  | { type: 'change'; fields: Partial<Omit<QuestionDraft, 'options'>> }
  | { type: 'change-option'; key: number; fields: Partial<Omit<OptionDraft, 'key' | 'id'>> }
  | { type: 'add-option' }
  | { type: 'remove-option'; key: number }
  | { type: 'move-option'; key: number; by: 1 | -1 }
  | { type: 'next' }
  | { type: 'previous' }
  /** Errors from the server, shown at their field and step. */
  | { type: 'refuse'; errors: readonly { path: string; message: string }[] };

/**
 * Returns the wizard for a question, or for a new one.
 *
 * @param count the number of questions in the survey: a new question comes after them
 */
export function openWizard(question: Question | undefined, count: number): Wizard {
  const draft = draftOf(question, count + 1);
  return { step: 1, draft, opened: draft, errors: {}, problem: null, refusals: 0 };
}

export function reduceWizard(wizard: Wizard, action: WizardAction): Wizard {
  switch (action.type) {
    case 'change':
      return changed(wizard, action.fields, Object.keys(action.fields));
    case 'next':
      return goOn(wizard);
    case 'previous':
      return wizard.step === 1
        ? wizard
        : { ...wizard, step: wizard.step === 3 ? 2 : 1, errors: {}, problem: null };
    case 'refuse':
      return refused(wizard, action.errors);
    case 'change-option':
    case 'add-option':
    case 'remove-option':
    case 'move-option':
      return withOptions(wizard, reduceOptions(wizard.draft.options, action));
  }
}

type OptionAction = Extract<WizardAction, { type: `${string}-option` }>;

function reduceOptions(
  options: readonly OptionDraft[],
  action: OptionAction,
): readonly OptionDraft[] {
  switch (action.type) {
    case 'change-option':
      return options.map((one) => (one.key === action.key ? { ...one, ...action.fields } : one));
    case 'add-option':
      return options.length >= mostOptions
        ? options
        : [...options, blankOption(Math.max(-1, ...options.map(({ key }) => key)) + 1)];
    case 'remove-option':
      return options.length <= fewestOptions
        ? options
        : options.filter(({ key }) => key !== action.key);
    case 'move-option':
      return moved(options, action.key, action.by);
  }
}

function moved(options: readonly OptionDraft[], key: number, by: 1 | -1): readonly OptionDraft[] {
  const from = options.findIndex((one) => one.key === key);
  const one = options[from];
  const to = from + by;
  if (!one || to < 0 || to >= options.length) return options;
  return options.toSpliced(from, 1).toSpliced(to, 0, one);
}

/** Changes fields. Their errors disappear until the next check. */
function changed(wizard: Wizard, fields: Partial<QuestionDraft>, paths: string[]): Wizard {
  const errors = Object.fromEntries(
    Object.entries(wizard.errors).filter(([path]) => !paths.includes(path.split('.')[0] ?? '')),
  );
  return { ...wizard, draft: { ...wizard.draft, ...fields }, errors, problem: null };
}

function withOptions(wizard: Wizard, options: readonly OptionDraft[]): Wizard {
  return options === wizard.draft.options ? wizard : changed(wizard, { options }, ['answers']);
}

/** Checks the step by the server's rules, and goes to the next one if it is fine. */
function goOn(wizard: Wizard): Wizard {
  const { step, draft } = wizard;
  const errors = Object.fromEntries(
    Object.entries(findErrors(draft)).filter(([path]) => stepOf(path) === step),
  );
  if (Object.keys(errors).length === 0)
    return { ...wizard, step: step === 1 ? 2 : 3, errors: {}, problem: null };
  const isBare = step === 1 && ('text' in errors || 'type' in errors);
  const problem = isBare ? 'Please fill in question text and select type' : null;
  return {
    ...wizard,
    errors,
    problem: problem ?? errors['answers'] ?? null,
    refusals: wizard.refusals + 1,
  };
}

function refused(wizard: Wizard, found: readonly { path: string; message: string }[]): Wizard {
  const errors = Object.fromEntries(found.map(({ path, message }) => [path, message]));
  const step = found.some(({ path }) => stepOf(path) === 1) ? 1 : 2;
  const refusals = wizard.refusals + 1;
  return { ...wizard, step, errors, problem: errors['answers'] ?? null, refusals };
}

function stepOf(path: string): Step {
  return path.split('.')[0] === 'answers' ? 2 : 1;
}

export type QuestionFields = Omit<QuestionInput, 'surveyId'> | QuestionChange;

/**
 * Returns what to send; call it at the last step. Of a stored question these are the fields that the
 * author changed, because somebody else may have changed the others meanwhile. The options are one
 * field: all of them are sent when one has changed. A new question is sent with all its fields,
 * except a place that the author did not change, because questions may have been added or deleted
 * meanwhile.
 */
export function toSave({ draft, opened }: Wizard): QuestionFields {
  const { order, type, ...fields } = fieldsOf(draft);
  if (!type) throw new Error('A question without a type cannot be saved');
  const changed = fieldsThatDiffer(fieldsOf(opened), { order, type, ...fields });
  if (opened.type === null)
    return { ...fields, type, ...(changed.order !== undefined && { order }) };
  const { answers: _, ...others } = changed;
  return { ...others, ...(areOptionsChanged(draft, opened) && { answers: fields.answers }) };
}

/** Returns whether other options would be stored than there were. An option without text is none. */
function areOptionsChanged(draft: QuestionDraft, opened: QuestionDraft): boolean {
  const [before, after] = [opened, draft].map(
    (one) => fieldsOf({ ...one, options: writtenOptions(one) }).answers,
  );
  return JSON.stringify(before) !== JSON.stringify(after);
}

export function isDirty({ draft, opened }: Wizard): boolean {
  return JSON.stringify(draft) !== JSON.stringify(opened);
}

/** Returns whether the only change is that stored options were removed. */
export function onlyRemovesOptions({ draft, opened }: Wizard): boolean {
  const kept = opened.options.filter(({ key }) => draft.options.some((one) => one.key === key));
  return (
    kept.length < opened.options.length &&
    JSON.stringify({ ...opened, options: kept }) === JSON.stringify(draft)
  );
}

/**
 * Returns the field at which to show the server's message that other questions depend on what was changed.
 * Undefined when the change cannot have removed anything that others depend on.
 */
export function fieldInTheWay({ draft, opened }: Wizard): string | undefined {
  if (opened.type === null) return undefined;
  if (draft.order !== opened.order) return 'order';
  return takesOptions(draft.type) ? 'answers' : 'type';
}
