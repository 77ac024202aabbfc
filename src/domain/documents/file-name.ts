import { documentTypes, type DocumentType } from './document.ts';

/** Characters. File systems accept up to 255 bytes. */
const longestName = 120;

/**
 * Returns a file name that is safe to show and to save under. It removes folders, control
 * characters, characters that reverse the direction of writing (they make `fdp.exe` read as
 * `exe.pdf`), U+FFFD, which stands for a character that was lost before, and whatever some file systems refuse. It also cuts
 * names that are too long, but keeps the ending.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const dot = clean.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
  const room = Math.max(1, longestName - Array.from(ending).length);
  const short = Array.from(stem).slice(0, room).join('').trimEnd();
  return `${short === '' ? 'document' : short}${ending}`;
}

/**
 * Returns the file type for the ending of a name; null when evaluations do not accept that ending.
 */
export function documentTypeOf(fileName: string): DocumentType | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return documentTypes.find((type) => type === ending) ?? null;
}

/** The message for a file that is refused (rule 53). */
export const documentTypesHint = `Please choose a ${documentTypes.slice(0, -1).join(', ')} or ${documentTypes.at(-1)} file`;
