import type { Condition } from './condition.ts';
import type { Question } from './question.ts';

/**
 * A condition of a question that is not stored yet, so that nothing has an id: the place of the
 * earlier question in the list that is stored together, and the places of its options, from 0.
 */
export type PlacedCondition = { place: number } & ({ is: number[] } | { isNot: number[] });

/** A question to store with others, and under which of their answers it is asked. */
export type Placed<Q> = { question: Q; conditions: readonly PlacedCondition[] };

type Stored = Pick<Question, 'id'> & {
  answers: readonly Pick<Question['answers'][number], 'id'>[];
};

/**
 * Returns a function that expresses a condition by places in this list. It returns null where the list does
 * not have the earlier question.
 */
export function placingIn(among: readonly Stored[]): (one: Condition) => PlacedCondition | null {
  const placeOf = new Map(among.map(({ id }, place) => [id, place]));
  return (condition) => {
    const place = placeOf.get(condition.questionId) ?? -1;
    const options = among[place]?.answers.map(({ id }) => id);
    if (!options) return null;
    const placed = (ids: readonly number[]) => ids.map((id) => options.indexOf(id));
    return 'is' in condition
      ? { place, is: placed(condition.is) }
      : { place, isNot: placed(condition.isNot) };
  };
}

/** Returns the conditions with the ids that the list's questions have got. */
export function withIds(
  conditions: readonly PlacedCondition[],
  among: readonly Stored[],
): Condition[] {
  return conditions.flatMap((condition): Condition[] => {
    const parent = among[condition.place];
    if (!parent) return [];
    const questionId = parent.id;
    const ids = (places: readonly number[]) =>
      places.flatMap((one) => parent.answers[one]?.id ?? []);
    return 'is' in condition
      ? [{ questionId, is: ids(condition.is) }]
      : [{ questionId, isNot: ids(condition.isNot) }];
  });
}
