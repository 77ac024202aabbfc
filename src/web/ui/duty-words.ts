import { anyDuty, type DutyName } from '#domain/workflow/duties.ts';

type Words = {
  /** The words after "3 hotels". */
  many: string;
  /** The words after "1 hotel", if they differ. */
  one?: string;
  /** The words on the board's filter. */
  filter: string;
  /** The label of the button that leads to these hotels. */
  act: string;
};

/** The words for each duty. */
export const dutyWords: Readonly<Record<DutyName, Words>> = {
  assess: {
    many: 'on site need an interview',
    one: 'on site needs an interview',
    filter: 'On site, without an interview',
    act: 'Interview',
  },
  'hold-session': {
    many: 'need a virtual session date',
    one: 'needs a virtual session date',
    filter: 'Without a virtual session date',
    act: 'Set date',
  },
  reassess: { many: 'to be re-assessed', filter: 'To be re-assessed', act: 'Re-assess' },
  evaluate: { many: 'to be evaluated', filter: 'To be evaluated', act: 'Evaluate' },
  'move-on': {
    many: 'ready for the next stage',
    filter: 'Ready for the next stage',
    act: 'Move on',
  },
  'waiver-ends': {
    many: 'with a waiver that ends soon',
    filter: 'With a waiver that ends soon',
    act: 'Look',
  },
  begin: { many: 'not begun', filter: 'Not begun', act: 'Begin' },
};

export function filterWords(duty: DutyName | typeof anyDuty): string {
  return duty === anyDuty ? 'Needs action' : dutyWords[duty].filter;
}
