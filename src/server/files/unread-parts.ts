import { unreadHeadings } from '#domain/headed-table.ts';
import type { UnreadParts } from '#domain/unread-parts.ts';
import type { HeadedTable } from './read-headed-table.ts';
import { reasonHeading } from './refused-rows.ts';

/** Returns what of the file its import does not read. The column of reasons is our own, so it is left out. */
export function unreadParts({ head, columns, unreadSheets }: HeadedTable<string>): UnreadParts {
  const unread = unreadHeadings(head, columns);
  return { unreadColumns: unread.filter((heading) => heading !== reasonHeading), unreadSheets };
}
