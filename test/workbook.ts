import type { Part } from './zip.ts';

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (...parts: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${types}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/**
 * Returns the parts of a .xlsx with one sheet, written by hand: `aZip(workbookParts(aSheet(…)))`.
 */
export function workbookParts(sheet: string | Buffer, sheetName = 'S'): Part[] {
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: rels(['officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: rels(theSheet) },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ];
}

const theSheet: [string, string] = ['worksheet', 'worksheets/sheet1.xml'];

/**
 * Returns the same parts with one shared text, to which cells refer by the number 0, as in Excel.
 */
export function withSharedText(parts: readonly Part[], text: string): Part[] {
  const shared: [string, string] = ['sharedStrings', 'sharedStrings.xml'];
  return [
    ...parts.map((part) =>
      part.name === 'xl/_rels/workbook.xml.rels'
        ? { ...part, content: rels(theSheet, shared) }
        : part,
    ),
    { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${text}</t></si></sst>` },
  ];
}

/** Returns the same parts with these styles, to which cells refer by their place in `cellXfs`. */
export function withStyles(parts: readonly Part[], styles: string): Part[] {
  return [
    ...parts.map((part) =>
      part.name === 'xl/_rels/workbook.xml.rels'
        ? { ...part, content: rels(theSheet, ['styles', 'styles.xml']) }
        : part,
    ),
    { name: 'xl/styles.xml', content: styles },
  ];
}

/** Returns a sheet of these rows, with given text before and after them. */
export function aSheet(rows: string, { before = '', after = '' } = {}): string {
  return `<?xml version="1.0"?>${before}<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`;
}

export function aCell(ref: string, text: string): string {
  return `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Returns rows of text, beginning at A1. */
export function rowsOf(...rows: string[][]): string {
  const line = (cells: string[], row: number) =>
    cells.map((text, column) => aCell(`${String.fromCodePoint(65 + column)}${row}`, text)).join('');
  return rows
    .map((cells, index) => `<row r="${index + 1}">${line(cells, index + 1)}</row>`)
    .join('');
}
