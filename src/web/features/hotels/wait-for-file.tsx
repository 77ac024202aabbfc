import { Progress, Text } from '@mantine/core';

import { Say } from '#web/ui/say.tsx';

type Props = {
  what: string;
  /** 0 to 1 of the file that is sent; undefined where that is not told. */
  share?: number;
  mayLeave?: boolean;
};

/** A file on its way. Once it is sent, how long the server works on it is not known. */
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
