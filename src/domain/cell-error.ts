const errors = /^(#(VALUE|REF|NULL|NUM|SPILL|CALC)!|#NAME\?|#DIV\/0!|#N\/A|Err:\d{3})$/;

/**
 * Returns whether this text is what a spreadsheet shows when a formula fails. Spreadsheets treat
 * any text that begins with "=" as a formula, so a name such as "= Equal Inn" arrives as `#VALUE!`.
 * An import must report that and not store it.
 */
function isCellError(text: string): boolean {
  return errors.test(text);
}

/**
 * The text of a cell that a workbook stores as a date or time. No person types it, so it differs
 * from a text such as "2026-03-31".
 */
const moment = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Returns what an export writes for a text that somebody typed. A text that looks like such an error or like a date gets
 * an apostrophe, because an import would refuse it otherwise. A text that has the apostrophe already gets another.
 */
export function markedAsText(text: string): string {
  return looksStored(text.replace(/^'+/, '')) ? `'${text}` : text;
}

/** Returns the text that {@link markedAsText} was given. */
export function withoutMark(text: string): string {
  return text.startsWith("'") && looksStored(text.replace(/^'+/, '')) ? text.slice(1) : text;
}

function looksStored(text: string): boolean {
  return isCellError(text) || moment.test(text);
}

/**
 * Returns a message about a cell that holds such an error, or a date or time; undefined for other
 * cells. No column that people fill in takes a date: a spreadsheet made it of a code such as "3-15".
 */
export function describeCellError(heading: string, text: string): string | undefined {
  if (isCellError(text)) return `${heading} holds the error ${text} in place of a value`;
  if (!moment.test(text)) return undefined;
  return `${heading} holds a date or time. Format the cell as text, and type the value again`;
}
