import type { OutboxKind } from '#web/offline/outbox/kind.ts';

/** Returns the heading of a kind's list, for example "Hotel changes to send". */
export function headingOf({ noun }: OutboxKind, rest: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s ${rest}`;
}
