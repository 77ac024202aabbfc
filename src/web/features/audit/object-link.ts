import { auditedKinds } from '#domain/audit/actions.ts';
import type { AuditEvent } from '#domain/audit/event.ts';
import { hotelPath, paths, roundPath } from '#web/paths.ts';

type ObjectLink = { to: string; search?: Record<string, string | number> };

/** Returns the link to an event's object; undefined when the event says that the object is gone. */
export function linkOf({ action, objectId, details }: AuditEvent): ObjectLink | undefined {
  const [kind, act] = action.split('.');
  const idIn = (name: string) => (typeof details[name] === 'number' ? details[name] : undefined);
  const at = (to: string, name: string, value: string | number | null | undefined) =>
    value === null || value === undefined ? undefined : { to, search: { [name]: value } };
  if (kind === 'document') return onPageOf(idIn('hotelId'), 'evaluation');
  if (kind === 'interview') return onPageOf(idIn('hotelId'), 'interviews');
  if (kind && ['cycle', 'waiver', 'plan', 'contact', 'link'].includes(kind))
    return onPageOf(idIn('hotelId'));
  if (kind === 'evidence') return onPageOf(idIn('hotelId'));
  if (kind === 'appeal') return at(paths.results, 'response', idIn('responseId'));
  if (kind === 'question' || kind === 'answer-option')
    return at(paths.surveyBuilder, 'survey', idIn('surveyId'));
  if (act === 'deleted' || details['action'] === 'deleted') return undefined;
  if (kind === 'action')
    return at(paths.actions, 'action', objectId) ?? onPageOf(idIn('hotelId'), 'actions');
  if (kind === 'hotel') return onPageOf(objectId);
  if (kind === 'round') return roundOf(idIn('hotelId'), objectId);
  if (kind === 'response') return at(paths.results, 'response', objectId);
  if (kind === 'survey') return at(paths.surveyBuilder, 'survey', objectId);
  return typeof details['name'] === 'string' && kind === 'user'
    ? at(paths.users, 'search', details['name'])
    : undefined;
}

/** Returns the address of a hotel's page, or of one tab of it. */
function onPageOf(hotelId: number | null | undefined, tab?: string): ObjectLink | undefined {
  if (hotelId === null || hotelId === undefined) return undefined;
  return { to: hotelPath(hotelId), ...(tab !== undefined && { search: { tab } }) };
}

function roundOf(hotelId: number | undefined, roundId: number | null): ObjectLink | undefined {
  if (hotelId === undefined || roundId === null) return undefined;
  return { to: roundPath(hotelId, roundId) };
}

/** Returns the object as a filter, `hotel:17`; undefined when there is none. */
export function objectOf({ action, objectId }: AuditEvent): string | undefined {
  const kind = auditedKinds.find((one) => action.startsWith(`${one}.`));
  return kind && objectId !== null ? `${kind}:${objectId}` : undefined;
}
