import { describe, expect, test } from 'vitest';

import { documentTypeOf, safeFileName } from './file-name.ts';

describe('a safe name', () => {
  test.each([
    ['Report 2026.pdf', 'Report 2026.pdf'],
    ['Übersicht – Köln.docx', 'Übersicht – Köln.docx'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ann\\notes.txt', 'notes.txt'],
    ['a\u0000b\r\nc.pdf', 'abc.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['Caf\ufffd.pdf', 'Caf.pdf'],
    ['what?"<is>|it*.pdf', 'what___is__it_.pdf'],
    ['...hidden.pdf', 'hidden.pdf'],
    ['name.pdf. . ', 'name.pdf'],
    ['', 'document'],
    ['...', 'document'],
    ['\u202E\u202E.pdf', 'pdf'],
  ])('of %j is %j', (given, safe) => {
    expect(safeFileName(given)).toBe(safe);
  });

  test('is not too long and keeps its ending', () => {
    const safe = safeFileName(`${'é'.repeat(300)}.pdf`);
    expect(safe).toHaveLength(120);
    expect(safe.endsWith('é.pdf')).toBe(true);
  });
});

test('the ending tells the type, in any case', () => {
  expect(documentTypeOf('Report.PDF')).toBe('pdf');
  expect(documentTypeOf('archive.tar.docx')).toBe('docx');
  for (const name of ['tool.exe', 'page.html', 'pdf', 'macro.docm', 'report.pdf.exe'])
    expect(documentTypeOf(name)).toBeNull();
});
