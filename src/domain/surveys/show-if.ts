import type { Condition } from './condition.ts';

/**
 * A condition as the workbook has it: the order number of an earlier question, and the numbers of
 * its answers. "3 = 1, 2" is asked only where question 3 got answer 1 or 2, and "3 != 1" where it
 * got another one.
 */
export type ShowIf = { order: number; slots: number[]; isNot: boolean };

const form = /^(\d{1,6})\s*(=|!=|<>|≠)\s*(\d+(?:[\s,]+\d+)*)$/;

/** Returns the conditions in a cell, separated by ";". Null when the cell holds anything else. */
export function readShowIf(text: string): ShowIf[] | null {
  const parts = text.split(/[;\n]/).map((part) => part.trim());
  const found = parts.filter(Boolean).map((part) => {
    const [, order, sign, slots = ''] = form.exec(part) ?? [];
    if (order === undefined) return null;
    const numbers = new Set(slots.split(/[\s,]+/).map(Number));
    return { order: Number(order), slots: [...numbers], isNot: sign !== '=' };
  });
  return found.every((one) => one !== null) ? found : null;
}

type Asked = { order: number; answers: readonly { id?: number | undefined }[] };

/** Returns the cell for a question's conditions. */
export function writeShowIf(
  conditions: readonly Condition[],
  questionOf: ReadonlyMap<number, Asked>,
): string {
  return conditions
    .map((condition) => {
      const { order = 0, answers = [] } = questionOf.get(condition.questionId) ?? {};
      const [sign, ids] = 'is' in condition ? ['=', condition.is] : ['!=', condition.isNot];
      const slots = ids.map((id) => answers.findIndex((option) => option.id === id) + 1);
      return `${order} ${sign} ${slots.join(', ')}`;
    })
    .join('; ');
}
