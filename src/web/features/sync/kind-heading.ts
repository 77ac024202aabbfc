import type { OutboxKind } from '#web/offline/outbox/kind.ts';

/** "Hotel changes to send": the heading of a kind's list. */
export function headingOf({ noun }: OutboxKind, rest: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s ${rest}`;
}
