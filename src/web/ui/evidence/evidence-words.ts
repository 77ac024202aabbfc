import { evidenceKinds, type EvidenceKind } from '#domain/evidence/evidence.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import type { ShownFile } from './shown-files.ts';

type Counted = Pick<ShownFile, 'kind' | 'place' | 'isHeld'>;

/**
 * Returns how much of the evidence the server has: "6 photos, 1 signature", or if some is missing "4 of 6
 * photos held, 2 on Ana’s iPad".
 *
 * @param waitsOn the devices that reported files of this interview
 */
export function evidenceInWords(files: readonly Counted[], waitsOn: readonly string[]): string {
  const lacking = files.filter(
    ({ place, isHeld }) => !isHeld && (place === 'awaited' || place === 'device'),
  );
  if (lacking.length === 0) return kindsInWords(files);
  const here = lacking.filter(({ place }) => place === 'device').length;
  const elsewhere = lacking.length - here;
  return [
    `${formatNumber(files.length - lacking.length)} of ${countWords(files.length, nameOf(files))} held`,
    here > 0 && `${formatNumber(here)} on this device`,
    elsewhere > 0 && `${formatNumber(elsewhere)} ${whereIn(waitsOn)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function whereIn(waitsOn: readonly string[]): string {
  return waitsOn.length > 0 ? `on ${waitsOn.join(' or ')}` : 'not arrived yet';
}

/** Returns "photo" when all are photos, otherwise "file". */
function nameOf(files: readonly Pick<ShownFile, 'kind'>[]): string {
  const [first] = files;
  return first && files.every(({ kind }) => kind === first.kind) ? first.kind : 'file';
}

/** Returns for example "6 photos, 1 signature". */
export function kindsInWords(files: readonly Pick<ShownFile, 'kind'>[]): string {
  return evidenceKinds
    .map((kind) => [kind, files.filter((file) => file.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => countWords(count, kind))
    .join(', ');
}

const kindNames: Readonly<Record<EvidenceKind, string>> = {
  photo: 'Photo',
  document: 'Document',
  signature: 'Signature',
};

/**
 * Returns a file's name for places where the file itself cannot be seen: "Photo 2: Door of room 12".
 *
 * @param number the file's place among the files of its kind; absent when it is not shown with others
 */
export function nameOfFile(
  { kind, caption, name }: Pick<ShownFile, 'kind' | 'caption' | 'name'>,
  number?: number,
): string {
  const numbered = (noun: string) => (number === undefined ? noun : `${noun} ${number}`);
  if (kind === 'document') return name || caption || numbered('Document');
  if (kind === 'signature') return caption ? `Signature of ${caption}` : 'Signature';
  return caption ? `${numbered('Photo')}: ${caption}` : numbered('Photo');
}

/** Returns for example "this photo". */
export function thisKind(kind: EvidenceKind): string {
  return `this ${kind}`;
}

/** Returns for example "Photo deleted". */
export function kindDeleted(kind: EvidenceKind): string {
  return `${kindNames[kind]} deleted`;
}

/** Returns why a file cannot be seen here. */
export function placeInWords({ place, kind }: Pick<ShownFile, 'place' | 'kind'>): string {
  const what = kind === 'photo' ? 'picture' : kind;
  if (place === 'awaited') return `This ${what} has not arrived yet`;
  return `This ${what} is on the server`;
}
