import { Button } from '@mantine/core';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { startDialog } from '#web/lib/frame-dialogs.ts';

type Props = { variant?: 'filled' | 'default'; disabled?: boolean };

/** Ends an empty state that waits for an interview, for whoever may hold one. */
export function StartInterviewButton({ variant = 'default', disabled = false }: Props) {
  if (!can(useCurrentUser(), 'interviews.conduct')) return null;
  return (
    <Button variant={variant} disabled={disabled} aria-haspopup="dialog" onClick={startDialog.open}>
      Start interview
    </Button>
  );
}
