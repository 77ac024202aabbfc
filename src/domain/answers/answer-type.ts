/** The answer to one question: the id of the chosen option, or words. */
export type Answer = { readonly answerId: number | null; readonly textValue: string | null };

type Options = readonly { readonly id: number; readonly text: string }[];

/**
 * Everything that depends on the type of a question, except the control that answers it
 * (`web/ui/answers/answer-controls.tsx`). A new type needs a file beside this one, an entry in
 * `answer-types.ts`, a control, and its name in the database's constraint.
 */
export type AnswerType = {
  /** The type's name as people read it. */
  name: string;
  /** Explains the type in the list where people choose one. */
  hint: string;
  /** Set when no new question can have this type; existing questions keep it. */
  isRetired?: true;
  /** Which field of an {@link Answer} holds the answer. */
  stores: keyof Answer;
  /** True when the question has options to choose from (rule 14). */
  hasOptions: boolean;
  /** True when an answer is scored (rule 18), with the points of the chosen option. */
  isScored: boolean;
  /** Set when choosing the chosen option again clears the answer. */
  canTakeBack?: true;
  /** How people answer it; completes the sentence "A text question is answered …". */
  manner: string;
  /** Returns whether the question has no answer. */
  isBlank: (answer: Answer) => boolean;
  /** Returns the answer as people read it; null when there is none. */
  read: (answer: Answer, options: Options) => string | null;
  /** Returns why these words cannot answer the question; null when they can. */
  refuse: (words: string) => string | null;
};

function isBlankText(text: string | null): boolean {
  return (text ?? '').trim() === '';
}

function read({ answerId, textValue }: Answer, options: Options): string | null {
  return options.find(({ id }) => id === answerId)?.text ?? (textValue || null);
}

/** Returns a type whose answer is one of the question's options. */
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

/** Returns a type whose answer is in words. */
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
