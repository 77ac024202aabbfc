import fc from 'fast-check';

import { hotelHeadings } from '#domain/hotels/hotel-import.ts';
import { questionHeadings } from '#domain/surveys/question-sheet.ts';
import { aForm } from '#test/form.ts';
import { aCircle, aCrowd, anEntityWorkbook } from '#test/hostile-workbooks.ts';
import { aSheet, rowsOf, workbookParts } from '#test/workbook.ts';
import { aZip } from '#test/zip.ts';
import { hostileText } from './hostile-values.ts';

/** Makes text valid inside XML, so that the reader gets as far as the cells. */
const asXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');

const headings = fc.constantFrom<readonly string[]>(
  hotelHeadings,
  questionHeadings,
  ['A', 'A'],
  [],
);
const rows = fc.tuple(
  headings,
  fc.array(
    fc.array(fc.oneof(hostileText, fc.constantFrom('radio', '1', 'Yes', '#REF!')), {
      maxLength: 12,
    }),
    { maxLength: 6 },
  ),
);

const aCsv = fc
  .tuple(rows, fc.constantFrom(',', ';', '\t'), fc.boolean())
  .map(([[heading, cells], between, quotes]) =>
    [heading, ...cells]
      .map((row) => row.map((cell) => (quotes ? JSON.stringify(cell) : cell)).join(between))
      .join('\r\n'),
  )
  .map((text) => Buffer.from(text));

const aWorkbook = fc
  .tuple(rows, fc.boolean(), hostileText)
  .map(([[heading, cells], named, name]) => {
    const table = [[...heading], ...cells.map((row) => row.map(asXml))];
    return aZip(
      workbookParts(aSheet(rowsOf(...table)), named ? 'Questions' : asXml(name).slice(0, 200)),
    );
  });

/** Each is created once, because some of them are expensive. */
const hostileFiles = [
  () => aCircle(1),
  () => aCircle(109),
  () => aCrowd(),
  () => anEntityWorkbook('/etc/passwd'),
  () => Buffer.alloc(0),
  () => Buffer.alloc(70_000, 0xff),
  () => Buffer.from('PK\u0003\u0004'),
  () => Buffer.from('%PDF-1.7\n%%EOF'),
].map((make) => {
  let made: Buffer | undefined;
  return () => (made ??= make());
});

const spoiltBytes = (file: Buffer, at: number, how: 'cut' | 'flip' | 'none') => {
  if (how === 'cut') return file.subarray(0, at % (file.length + 1));
  if (how === 'none' || file.length === 0) return file;
  const copy = Buffer.from(file);
  for (const step of [1, 7, 31]) copy[(at * step) % copy.length]! ^= 0xff;
  return copy;
};

const aFile = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: aCsv },
      { weight: 4, arbitrary: aWorkbook },
      { weight: 2, arbitrary: fc.constantFrom(...hostileFiles).map((make) => make()) },
    ),
    fc.nat(100_000),
    fc.constantFrom('none', 'none', 'cut', 'flip'),
  )
  .map(([file, at, how]) => spoiltBytes(file, at, how));

const extension = fc.constantFrom(
  '.csv',
  '.xlsx',
  '.xls',
  '.txt',
  '.pdf',
  '.docx',
  '.exe',
  '',
  '.',
);
const fileName = fc.oneof(
  { weight: 3, arbitrary: extension.map((end) => `file${end}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(hostileText, extension).map(([name, end]) => name.slice(0, 400) + end),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '../../x.csv',
      'a\\b.xlsx',
      '.xlsx',
      'x".csv',
      "x'; filename=y.csv",
      '\u0000.txt',
    ),
  },
);

/** Generates files that are accepted, so that the code after reading them is reached too. */
const fittingPart = fc
  .tuple(fc.stringMatching(/^[A-Z0-9]{6}$/), fc.stringMatching(/^[a-z]{1,20}$/))
  .chain(([code, word]) =>
    fc.constantFrom(
      { name: `${word}.txt`, content: Buffer.from(word) },
      {
        name: `${word}.csv`,
        content: Buffer.from(
          `${hotelHeadings.slice(0, 13).join(',')}\n${code}${`,${word}`.repeat(10)},,${word}`,
        ),
      },
      {
        name: `${word}.xlsx`,
        content: aZip(
          workbookParts(
            aSheet(rowsOf(['Question Text', 'Type'], [word, 'textarea'], [code, word])),
            'Questions',
          ),
        ),
      },
    ),
  )
  .map((file) => ({ ...file, field: 'file', type: 'application/octet-stream' }));

const part = fc.record({
  field: fc.constantFrom('file', 'file', 'file', 'other', '__proto__', '', 'file[]'),
  name: fc.option(fileName, { freq: 8 }),
  content: aFile,
  type: fc.constantFrom('application/octet-stream', 'text/html', 'multipart/mixed; boundary=x', ''),
});

export type Form = { body: Buffer; contentType: string };

/** Generates a form with files, or something that only looks like one. */
const aSpoiltForm: fc.Arbitrary<Form> = fc
  .record({
    parts: fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fittingPart) },

      { weight: 5, arbitrary: fc.array(part, { minLength: 1, maxLength: 1 }) },
      { weight: 2, arbitrary: fc.array(part, { maxLength: 4 }) },
    ),
    boundary: fc.constantFrom('edge', 'edge', 'edge', 'x'.repeat(69), "a'b"),
    told: fc.constantFrom<(boundary: string) => string>(
      ...Array(6).fill((boundary: string) => `multipart/form-data; boundary="${boundary}"`),
      () => 'multipart/form-data',
      () => 'multipart/form-data; boundary=',
      () => 'multipart/form-data; boundary=another',
      () => 'multipart/form-data; boundary="',
      () => `multipart/form-data; boundary=${'x'.repeat(2_000)}`,
    ),
    end: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'no end', 'cut', 'in the head'),
    at: fc.nat(100_000),
  })
  .map(({ parts, boundary, told, end, at }) => {
    const written = [...parts].flatMap(({ field, name, content, type }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name === null ? '' : `; filename="${name}"`}\r\n${type === '' ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]);
    const whole = Buffer.concat([
      ...written,
      Buffer.from(end === 'no end' ? '' : `--${boundary}--\r\n`),
    ]);
    const body =
      end === 'cut'
        ? whole.subarray(0, at % (whole.length + 1))
        : end === 'in the head'
          ? whole.subarray(0, Math.min(whole.length, 30))
          : whole;
    return { body, contentType: told(boundary) };
  });

const aFittingForm = fittingPart.map(({ name, content }): Form => {
  const [body, headers] = aForm(name, content);
  return { body, contentType: headers['content-type'] ?? '' };
});

export const aHostileForm = fc.oneof(
  { weight: 2, arbitrary: aFittingForm },
  { weight: 3, arbitrary: aSpoiltForm },
);
