import { evidenceLimits, type EvidenceKind } from '#domain/evidence/evidence.ts';
import { plural } from '#domain/plural.ts';
import { countWords } from '#web/lib/format.ts';

/** A question of an interview, to which files are added. */
export type EvidencePlace = { readonly interviewId: string; readonly questionId: number };

type Files = readonly { readonly kind: EvidenceKind; readonly questionId: number }[];

/** How many more files of a kind can be added, and the limit in words. */
export type Room = { left: number; limit: string };

/** Returns how many more files of this kind can be added at a question. */
export function roomFor(kind: EvidenceKind, files: Files, { questionId }: EvidencePlace): Room {
  const same = files.filter((file) => file.kind === kind);
  const left = (most: number) => Math.max(0, most - same.length);
  if (kind === 'document')
    return {
      left: left(evidenceLimits.documents),
      limit: `an interview can have ${countWords(evidenceLimits.documents, 'document')}`,
    };
  if (kind === 'signature')
    return {
      left: left(evidenceLimits.signatures),
      limit: `an interview can have ${countWords(evidenceLimits.signatures, 'signature')}`,
    };
  const here = same.filter((file) => file.questionId === questionId).length;
  const room = { here: evidenceLimits.photosOfQuestion - here, all: left(evidenceLimits.photos) };
  return room.all < room.here
    ? {
        left: room.all,
        limit: `an interview can have ${countWords(evidenceLimits.photos, 'photo')}`,
      }
    : {
        left: Math.max(0, room.here),
        limit: `a question can have ${countWords(evidenceLimits.photosOfQuestion, 'photo')}`,
      };
}

type Surplus = { chosen: number; added: number; limit: string };

/** Returns what to say when more files were chosen than there is room for. */
export function tooManyWords(kind: EvidenceKind, { chosen, added, limit }: Surplus): string {
  if (added === 0) return `No ${kind} was added: ${limit}.`;
  return `${added} of the ${countWords(chosen, kind)} ${plural(added, 'was', 'were')} added: ${limit}.`;
}
