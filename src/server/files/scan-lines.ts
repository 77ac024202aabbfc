/** The most columns of a sheet. A .csv of separators alone can have more. */
const mostColumnsOfASheet = 16_384;
/** Twice a cell's limit, because each letter may be a quote, which is written twice. */
const mostLettersOfACell = 2 * 32_767;

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/**
 * Scans the text of a .csv file before it is read. A quotation mark opens a quoted cell only as the cell's
 * first letter; two of them within such a cell stand for one.
 *
 * - `too-large`: a line has more cells than a sheet has columns, or a cell has more letters than a sheet's
 *   cell can have. Reading such a file would take seconds and hundreds of megabytes.
 * - `openQuote`: the row of a cell whose quotation mark is never closed. The cell would hold the rest of the
 *   file, and its rows would be lost without a word.
 * - null: the text can be read.
 */
export function scanLines(
  text: string,
  delimiter: string,
): 'too-large' | { openQuote: number } | null {
  const separator = delimiter.charCodeAt(0);
  let [cells, cellBegins, row, openedIn, closedAt] = [1, 0, 1, 0, -2];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote && isQuoted) [isQuoted, closedAt] = [false, at];
    else if (code === quote && (at === cellBegins || closedAt === at - 1))
      [isQuoted, openedIn] = [true, at === cellBegins ? row : openedIn];
    const isEndOfLine = code === lineFeed || code === carriageReturn;
    if (!isQuoted && (isEndOfLine || code === separator)) {
      cells = isEndOfLine ? 1 : cells + 1;
      // A carriage return before a line feed ends the same line.
      const isHalf = code === carriageReturn && text.charCodeAt(at + 1) === lineFeed;
      if (isEndOfLine && !isHalf) row += 1;
      cellBegins = at + 1;
    }
    if (cells > mostColumnsOfASheet || at - cellBegins > mostLettersOfACell)
      return isQuoted ? openOr(text, at, openedIn) : 'too-large';
  }
  return isQuoted ? { openQuote: openedIn } : null;
}

/** Returns why a quoted cell is too large: perhaps only because nothing closes it. */
function openOr(text: string, at: number, openedIn: number) {
  return text.includes('"', at) ? 'too-large' : { openQuote: openedIn };
}
