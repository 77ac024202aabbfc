import type { UnreadParts as Parts } from '#domain/unread-parts.ts';

/** Names the columns and sheets of a file that its import does not read. Shows nothing where there are none. */
export function UnreadParts({ unreadColumns, unreadSheets }: Parts) {
  return (
    <>
      <Unread what="Columns" names={unreadColumns} />
      <Unread what="Sheets" names={unreadSheets} />
    </>
  );
}

function Unread({ what, names }: { what: 'Columns' | 'Sheets'; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      {what} that the import does not read: {names.join(', ')}
    </p>
  );
}
