import type { Answer } from '#domain/answers/answer-type.ts';

/** An answer as given: an option of a choice question, or words for a text question. */
export type GivenAnswer = Answer & {
  readonly questionId: number;
  readonly notApplicable?: boolean | undefined;
  readonly note?: string | undefined;
  /** True when a waiver of the hotel took the question out (rule 111). */
  readonly waived?: boolean | undefined;
};

/**
 * A given answer with its points. `maximum` is null where the answer counts nowhere: a text question
 * is not scored, a hidden one was not asked, and another one is not applicable or waived.
 */
export type ScoredAnswer = GivenAnswer & {
  readonly score: number;
  readonly maximum: number | null;
};

/** An answer that cannot belong to the edition: its index among the answers, and why. */
export type UnknownAnswer = {
  readonly index: number;
  readonly field: string;
  readonly message: string;
};
