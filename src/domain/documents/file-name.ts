import { documentTypes, type DocumentType } from './document.ts';

/** In characters; file systems take up to 255 bytes. */
const longestName = 120;

/**
 * A file's name as it is safe to show and to save under: without folders, control characters and
 * those that turn the direction of writing (they make `fdp.exe` read as `exe.pdf`), without what
 * some file systems refuse, and not too long. The ending stays.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const dot = clean.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
  const room = Math.max(1, longestName - Array.from(ending).length);
  const short = Array.from(stem).slice(0, room).join('').trimEnd();
  return `${short === '' ? 'document' : short}${ending}`;
}

/** What a name's ending says the file is; null where it is none that evaluations take. */
export function documentTypeOf(fileName: string): DocumentType | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return documentTypes.find((type) => type === ending) ?? null;
}

/** What a refused file is told (rule 53). */
export const documentTypesHint = `Please choose a ${documentTypes.slice(0, -1).join(', ')} or ${documentTypes.at(-1)} file`;
