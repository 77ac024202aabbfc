import type { Action, ActionEvent } from '#domain/actions/action.ts';
import type { ShownFile } from '#web/ui/evidence/shown-files.ts';

/** Returns an event's files as screens show them: all are on the server. */
export function filesOfEvent({ files = [] }: ActionEvent, isOnline: boolean): ShownFile[] {
  return files.map((file) => ({ ...file, place: isOnline ? 'server' : 'beyond', isHeld: true }));
}

export function filesOfAction({ events }: Action, isOnline: boolean): ShownFile[] {
  return events.flatMap((event) => filesOfEvent(event, isOnline));
}
