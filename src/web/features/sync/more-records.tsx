import { Button } from '@mantine/core';

type Props = { count: number; records: readonly unknown[]; showMore: () => void };

/** Below a list that does not show all: how many more there are, and the way to them. */
export function MoreRecords({ count, records, showMore }: Props) {
  const hidden = count - records.length;
  if (hidden <= 0) return null;
  return (
    <Button variant="subtle" mt="md" onClick={showMore}>
      Show more ({hidden} not shown)
    </Button>
  );
}
