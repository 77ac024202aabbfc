/** The most sections of a survey. */
export const mostSections = 100;
export const tooManySections = `A survey can have at most ${mostSections} sections`;

type Part = { readonly code?: string | null; readonly section?: string };
type Misfit = { field: 'code' | 'section'; error: string };

/**
 * Returns a function that checks questions which are added to a survey together, one after the
 * other: no code twice (ignoring case), and at most 100 sections. A question that does not fit is
 * not added, so the next one may use its code and its section.
 */
export function fittingIn(survey: readonly Part[]): (question: Part) => Misfit[] {
  const codes = new Set<string>();
  const sections = new Set<string>();
  const take = ({ code, section }: Part) => {
    if (code) codes.add(code.toLowerCase());
    if (section) sections.add(section);
  };
  for (const question of survey) take(question);
  return (question) => {
    const { code, section } = question;
    const isNew = section && !sections.has(section);
    const misfits: Misfit[] = [];
    if (code && codes.has(code.toLowerCase()))
      misfits.push({ field: 'code', error: 'Another question of this survey has this code' });
    if (isNew && sections.size >= mostSections)
      misfits.push({ field: 'section', error: tooManySections });
    if (misfits.length === 0) take(question);
    return misfits;
  };
}
