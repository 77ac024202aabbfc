/** What was given to one question: an option by its number, or words. */
export type Answer = { readonly answerId: number | null; readonly textValue: string | null };

type Options = readonly { readonly id: number; readonly text: string }[];

/**
 * Everything that depends on the type of a question, but for the control that it is answered with
 * (`web/ui/answers/answer-controls.tsx`). A new type takes a file beside this one, an entry in
 * `answer-types.ts`, a control, and its name in the database's constraint.
 */
export type AnswerType = {
  /** The type's name for people. */
  name: string;
  /** Follows the name where a type is chosen. */
  hint: string;
  /** No new question can have it; a question that has it keeps it. */
  isRetired?: true;
  /** Which part of an {@link Answer} holds it. */
  stores: keyof Answer;
  /** Whether the question has options to choose from (rule 14). */
  hasOptions: boolean;
  /** Whether an answer is scored (rule 18). The score is that of the option. */
  isScored: boolean;
  /** Choosing the chosen option again takes the answer back. */
  canTakeBack?: true;
  /** How it is answered: "A text question is answered …". */
  manner: string;
  /** True where nothing was answered. */
  isBlank: (answer: Answer) => boolean;
  /** Returns the answer as people read it; null where nothing was answered. */
  read: (answer: Answer, options: Options) => string | null;
  /** Returns why these words cannot answer the question; null where they can. */
  refuse: (words: string) => string | null;
};

function isBlankText(text: string | null): boolean {
  return (text ?? '').trim() === '';
}

function read({ answerId, textValue }: Answer, options: Options): string | null {
  return options.find(({ id }) => id === answerId)?.text ?? (textValue || null);
}

/** A type whose answer is one of the question's options. */
export function choice(type: Pick<AnswerType, 'name' | 'hint' | 'isRetired' | 'canTakeBack'>) {
  return {
    ...type,
    stores: 'answerId',
    hasOptions: true,
    isScored: true,
    manner: 'by choosing one of its options',
    isBlank: ({ answerId }) => answerId === null,
    read,
    refuse: (words) =>
      isBlankText(words) ? null : 'This question is answered by choosing an option, not with text',
  } as const satisfies AnswerType;
}

/** A type whose answer is in words. */
export function inWords(type: Pick<AnswerType, 'name' | 'hint'>) {
  return {
    ...type,
    stores: 'textValue',
    hasOptions: false,
    isScored: false,
    manner: 'in the respondent’s own words',
    isBlank: ({ textValue }) => isBlankText(textValue),
    read,
    refuse: () => null,
  } as const satisfies AnswerType;
}
