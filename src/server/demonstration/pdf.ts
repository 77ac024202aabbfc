/** Returns one page of text as a PDF file. The first line is its title. */
export function makePdf(lines: readonly string[]): Buffer {
  const [title = '', ...rest] = lines;
  const text = [
    'BT 56 780 Td',
    `/F1 18 Tf (${escaped(title)}) Tj`,
    '/F1 11 Tf 16 TL T*',
    ...rest.flatMap(wrapped).map((line) => `T* (${escaped(line)}) Tj`),
    'ET',
  ].join('\n');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}

/** Returns the file: the objects, numbered from 1, and the table of where each begins. */
function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

const widest = 92;

function wrapped(line: string): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < widest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Escapes a line for a PDF text. The standard fonts have the letters of Western Europe, so other
 * letters lose their accents.
 */
function escaped(line: string): string {
  return line
    .replaceAll('’', "'")
    .replaceAll('–', '-')
    .replace(/[\u0100-\uffff]/g, (letter) =>
      letter.normalize('NFD').replace(/[\u0100-\uffff]/g, ''),
    )
    .replace(/[\\()]/g, '\\$&');
}
