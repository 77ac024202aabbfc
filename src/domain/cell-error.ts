const errors = /^(#(VALUE|REF|NULL|NUM|SPILL|CALC)!|#NAME\?|#DIV\/0!|#N\/A|Err:\d{3})$/;

/**
 * Is this what a spreadsheet shows where a formula failed? Text that begins with "=" becomes one by
 * itself, so a name such as "= Equal Inn" arrives as `#VALUE!`: an import must tell, not store it.
 */
export function isCellError(text: string): boolean {
  return errors.test(text);
}

/** What to tell of such a cell; undefined where it is none. */
export function tellCellError(heading: string, text: string): string | undefined {
  return isCellError(text) ? `${heading} holds the error ${text} in place of a value` : undefined;
}
