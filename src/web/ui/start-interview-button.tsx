import { Button } from '@mantine/core';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { startDialog } from '#web/lib/frame-dialogs.ts';

type Props = { variant?: 'filled' | 'default'; disabled?: boolean };

/** Shows the button that starts an interview, for empty states. Only people who may hold interviews see it. */
export function StartInterviewButton({ variant = 'default', disabled = false }: Props) {
  if (!can(useCurrentUser(), 'interviews.conduct')) return null;
  return (
    <Button variant={variant} disabled={disabled} aria-haspopup="dialog" onClick={startDialog.open}>
      Start interview
    </Button>
  );
}
