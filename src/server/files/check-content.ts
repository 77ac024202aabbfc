import type { DocumentType } from '#domain/documents/document.ts';
import { readZipDirectory } from './zip-directory.ts';

/** True when the content matches the file's ending. Nothing is unpacked or run to find out. */
export function holdsWhatItSays(type: DocumentType, bytes: Buffer): boolean {
  return contentChecks[type](bytes);
}

const contentChecks: Readonly<Record<DocumentType, (bytes: Buffer) => boolean>> = {
  // Readers look for this mark within the first kilobyte, since some programs put a line before it.
  pdf: (bytes) => bytes.subarray(0, 1024).includes('%PDF-'),
  doc: (bytes) => isCompound(bytes, 'WordDocument'),
  xls: (bytes) => isCompound(bytes, 'Workbook') || isCompound(bytes, 'Book'),
  ppt: (bytes) => isCompound(bytes, 'PowerPoint Document'),
  docx: (bytes) => isPackage(bytes, 'word/'),
  xlsx: (bytes) => isPackage(bytes, 'xl/'),
  pptx: (bytes) => isPackage(bytes, 'ppt/'),
  txt: isText,
};

const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** True for an Office file from before 2007. Its directory names its streams in UTF-16. */
function isCompound(bytes: Buffer, stream: string): boolean {
  if (!bytes.subarray(0, 8).equals(compoundSignature)) return false;
  return bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'));
}

/**
 * True for an Office file since 2007: a zip with a table of contents, and its parts in one folder.
 */
function isPackage(bytes: Buffer, folder: string): boolean {
  const names = readZipDirectory(bytes, 10_000)?.map((entry) => entry.name) ?? [];
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith(folder));
}

/**
 * True for text. It has no control characters except tabs and line and page breaks. UTF-16 begins
 * with a byte order mark.
 */
function isText(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return isUtf16(bytes, mark === 'fffe');
  return bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b));
}

function isUtf16(bytes: Buffer, littleEndian: boolean): boolean {
  try {
    new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
