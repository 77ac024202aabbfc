import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import type { HeldWaiver } from './waiver.ts';

/** A question in an interview, with the waiver that takes it out of the score. */
export type InterviewQuestion = EditionQuestion & {
  readonly waived?: Pick<HeldWaiver, 'reason' | 'validTo'>;
};

/** What an interview on a device asks, and the waivers that its hotel had when it began. */
type Asked = {
  readonly edition: { readonly questions: readonly EditionQuestion[] };
  readonly waivers?: readonly HeldWaiver[];
};

/**
 * Returns the hotel's waivers that name a question of the edition; undefined when there are none.
 */
export function waiversOf(
  waivers: readonly HeldWaiver[] | undefined,
  questions: readonly EditionQuestion[],
): { waivers?: HeldWaiver[] } {
  if (!waivers) return {};
  const keys = new Set(questions.map(questionKey));
  const own = waivers.filter(({ key }) => keys.has(key));
  return own.length > 0 ? { waivers: own } : {};
}

/** Returns the questions of an interview, with the waivers that are in force at this moment. */
export function questionsAt(
  { edition, waivers }: Asked,
  now: number,
): readonly InterviewQuestion[] {
  const { questions } = edition;
  const isInForce = ({ beginsAt, endsAt }: HeldWaiver) =>
    Date.parse(beginsAt) <= now && now < Date.parse(endsAt);
  const waiverOf = new Map(waivers?.filter(isInForce).map((waiver) => [waiver.key, waiver]));
  if (waiverOf.size === 0) return questions;
  return questions.map((question) => {
    const waiver = waiverOf.get(questionKey(question));
    return waiver
      ? { ...question, waived: { reason: waiver.reason, validTo: waiver.validTo } }
      : question;
  });
}
