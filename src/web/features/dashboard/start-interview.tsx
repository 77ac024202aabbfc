import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { paths } from '#web/paths.ts';

/** Where an interview begins: at a hotel in Onsite Assessment. */
export function StartInterview() {
  return (
    <Button
      leftSection={<IconMessagePlus size={18} stroke={1.6} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to={paths.workflow} search={{ stage: 'Onsite Assessment' }} />
      )}
    >
      Start interview
    </Button>
  );
}
