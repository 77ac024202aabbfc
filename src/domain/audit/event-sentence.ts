import { plural } from '#domain/plural.ts';
import { kindOf, wordsOf } from './actions.ts';
import type { Changes } from './changes.ts';
import type { AuditEvent } from './event.ts';

type Recorded = Pick<AuditEvent, 'action' | 'objectId' | 'details'>;

/** A piece of the sentence. The screen shows the object as a link. */
export type Part = { text: string; isObject: boolean };

const placeholder = /[[{]([^\]}]+)[\]}]/g;

/** Returns the words that follow the actor's name: "moved Harbour House from … to …". */
export function eventParts({ action, objectId, details }: Recorded): Part[] {
  const words = wordsOf(action) ?? `did “${action}” to [name]`;
  const kind = kindOf(action).replaceAll('-', ' ');
  const unnamed = objectId === null ? `an unknown ${kind}` : `${kind} ${objectId}`;
  const known: AuditEvent['details'] = { what: whatChanged(details), ...details };
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, 1: named = '', index } of words.matchAll(placeholder)) {
    const [name = '', noun] = named.split('|');
    parts.push({ text: words.slice(end, index), isObject: false });
    const isObject = whole.startsWith('[');
    // An object without a name is called by the placeholder itself: "a response".
    const text: unknown =
      known[name] ?? (name.includes(' ') ? name : isObject ? unnamed : 'unknown');
    const counted = noun === undefined ? '' : ` ${plural(Number(text), noun)}`;
    parts.push({ text: `${show(text)}${counted}`, isObject });
    end = index + whole.length;
  }
  parts.push({ text: words.slice(end), isObject: false });
  return parts.filter(({ text }) => text !== '');
}

const mostNamed = 3;

/** Returns for example "hotel owner and region"; beyond three fields, their number. */
function whatChanged({ changes = {} }: AuditEvent['details']): string {
  const fields = Object.keys(changes as Changes).map((field) => labelOf(field).toLowerCase());
  if (fields.length === 0) return 'nothing';
  if (fields.length > mostNamed) return `${fields.length} fields`;
  const [last, ...others] = fields.toReversed();
  return others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} and ${last}`;
}

/** Returns the whole sentence, for a file. */
export function sentenceOf(event: Recorded & Pick<AuditEvent, 'actorName'>): string {
  return [`${event.actorName} `, ...eventParts(event).map(({ text }) => text)].join('');
}

/** One line of the details that belong to a sentence. */
export type Detail = { label: string; from?: string; to: string };

/**
 * Details that need no line of their own: the ids are in the links, and the names in the sentence.
 */
const inSentence = new Set([
  'name',
  'question',
  'hotelId',
  'hotelName',
  'surveyId',
  'surveyTitle',
  'userId',
]);
const inSentenceOf: Partial<Record<string, readonly string[]>> = {
  'hotel.stage-changed': ['from', 'to'],
  'hotel.reassessment-made': ['asked', 'stage'],
  'user.status-changed': ['did'],
  'round.planned': ['kind'],
  'round.opened': ['kind'],
  'round.cancelled': ['kind'],
  'appeal.filed': ['number', 'responseId'],
  'appeal.decided': ['number', 'responseId', 'decision'],
  'appeal.withdrawn': ['number', 'responseId'],
  'cycle.began': ['number'],
  'cycle.ended': ['number'],
  'cycle.continued': ['number'],
  'cycle.changed': ['number'],
  'survey.removed': ['action'],
  'survey.cloned': ['source'],
  'survey.questions-copied': ['source', 'copied', 'refused'],
  'user.call-refused': ['tried'],
  'evidence.added': ['kind'],
  'evidence.deleted': ['kind'],
  'response.corrected': ['pointsBefore', 'pointsAfter', 'maxScore'],
};

/** Returns what the sentence leaves out: changed fields with both values, and other facts. */
export function detailsOf({ action, details }: Recorded): Detail[] {
  const { changes = {}, ...facts } = details;
  const changed = Object.entries(changes as Changes).map(([field, change]) => ({
    label: labelOf(field),
    ...(change && { from: show(change.from) }),
    to: change ? show(change.to) : 'Changed; its words are not kept here',
  }));
  const others = Object.entries(facts)
    .filter(([name]) => !inSentence.has(name) && !inSentenceOf[action]?.includes(name))
    .map(([name, value]) => ({ label: labelOf(name), to: show(value) }));
  return [...changed, ...others];
}

/** Returns a readable label: "Service consultant id" for "serviceConsultantId". */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(show).join(', ') : JSON.stringify(value);
}
