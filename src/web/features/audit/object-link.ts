import { auditedKinds } from '#domain/audit/actions.ts';
import type { AuditEvent } from '#domain/audit/event.ts';
import { hotelPath, paths, roundPath } from '#web/paths.ts';

type ObjectLink = { to: string; search?: Record<string, string | number> };

/** Returns the link to an event's object; undefined when the event says that the object is gone. */
export function linkOf({ action, objectId, details }: AuditEvent): ObjectLink | undefined {
  const [kind = '', act] = action.split('.');
  const hotelId = idIn(details, 'hotelId');
  // These events lead to what the object belongs to, which is there even when the object is gone.
  switch (kind) {
    case 'document':
      return onPageOf(hotelId, 'evaluation');
    case 'interview':
      return onPageOf(hotelId, 'interviews');
    case 'cycle':
    case 'waiver':
    case 'plan':
    case 'contact':
    case 'link':
    case 'evidence':
      return onPageOf(hotelId);
    case 'appeal':
      return at(paths.results, 'response', idIn(details, 'responseId'));
    case 'question':
    case 'answer-option':
      return at(paths.surveyBuilder, 'survey', idIn(details, 'surveyId'));
  }
  if (act === 'deleted' || details['action'] === 'deleted') return undefined;
  switch (kind) {
    case 'action':
      return at(paths.actions, 'action', objectId) ?? onPageOf(hotelId, 'actions');
    case 'hotel':
      return onPageOf(objectId);
    case 'round':
      return roundOf(hotelId, objectId);
    case 'response':
      return at(paths.results, 'response', objectId);
    case 'survey':
      return at(paths.surveyBuilder, 'survey', objectId);
    case 'user': {
      const { name } = details;
      return typeof name === 'string' ? at(paths.users, 'search', name) : undefined;
    }
    default:
      return undefined;
  }
}

function idIn(details: AuditEvent['details'], name: string): number | undefined {
  const value = details[name];
  return typeof value === 'number' ? value : undefined;
}

/** Returns the address of a screen with one value of its search. */
function at(
  to: string,
  name: string,
  value: string | number | null | undefined,
): ObjectLink | undefined {
  return value === null || value === undefined ? undefined : { to, search: { [name]: value } };
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
