import { Button } from '@mantine/core';

type Props = { count: number; records: readonly unknown[]; showMore: () => void };

/** Shows below a shortened list how many more records there are, as a button that shows them. */
export function MoreRecords({ count, records, showMore }: Props) {
  const hidden = count - records.length;
  if (hidden <= 0) return null;
  return (
    <Button variant="subtle" mt="md" onClick={showMore}>
      Show more ({hidden} not shown)
    </Button>
  );
}
