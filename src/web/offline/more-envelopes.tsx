import { Button } from '@mantine/core';

type Props = { count: number; envelopes: readonly unknown[]; showMore: () => void };

/** Below a list that does not show all: how many more there are, and the way to them. */
export function MoreEnvelopes({ count, envelopes, showMore }: Props) {
  const hidden = count - envelopes.length;
  if (hidden <= 0) return null;
  return (
    <Button variant="subtle" mt="md" onClick={showMore}>
      Show more ({hidden} not shown)
    </Button>
  );
}
