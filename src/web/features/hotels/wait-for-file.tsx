import { Progress, Text } from '@mantine/core';

import { Say } from '#web/ui/notices/say.tsx';

type Props = {
  what: string;
  /** The share of the file that was sent, from 0 to 1. Undefined when it is not known. */
  share?: number;
  mayLeave?: boolean;
};

/**
 * Shows the progress of sending a file. After sending, the bar stays full, because nobody knows how long the
 * server needs.
 */
export function WaitForFile({ what, share, mayLeave = false }: Props) {
  const isSending = share !== undefined && share < 1;
  return (
    <div>
      <Say words={`${what}…`} />
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {what}…
      </Text>
      <Progress
        my="sm"
        value={isSending ? share * 100 : 100}
        animated={!isSending}
        color="var(--bw-accent)"
        aria-label={what}
      />
      {mayLeave && <Text c="dimmed">You can close this. A message tells you when it is done.</Text>}
    </div>
  );
}
