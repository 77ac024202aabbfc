import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { paths } from '#web/paths.ts';

/** Shows the button that leaves the interview. The interview is saved and can be resumed. */
export function BackToWorkflow() {
  return (
    <Button
      component={Link}
      to={paths.workflow}
      variant="subtle"
      color="gray"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      Back to Workflow
    </Button>
  );
}
