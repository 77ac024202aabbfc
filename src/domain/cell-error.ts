const errors = /^(#(VALUE|REF|NULL|NUM|SPILL|CALC)!|#NAME\?|#DIV\/0!|#N\/A|Err:\d{3})$/;

/**
 * Returns whether this text is what a spreadsheet shows when a formula fails. Spreadsheets treat
 * any text that begins with "=" as a formula, so a name such as "= Equal Inn" arrives as `#VALUE!`.
 * An import must report that and not store it.
 */
export function isCellError(text: string): boolean {
  return errors.test(text);
}

/** Returns a message about a cell that holds such an error; undefined for other cells. */
export function describeCellError(heading: string, text: string): string | undefined {
  return isCellError(text) ? `${heading} holds the error ${text} in place of a value` : undefined;
}
