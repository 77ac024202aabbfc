import { Text } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';

import { formatMoment } from '#web/lib/format.ts';

/** Shows that the data is this device's last reading, and from when. */
export function FromDevice({ savedAt }: { savedAt: number }) {
  return (
    <Text component="span" size="xs" c="dimmed" display="inline-flex" style={style}>
      <IconDeviceTablet size={14} stroke={1.75} aria-hidden />
      From this device, as of {formatMoment(new Date(savedAt).toISOString())}
    </Text>
  );
}

const style = { alignItems: 'center', gap: '0.25rem' };
