import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';

const GrantDialog = lazy(async () => ({
  default: (await import('./grant-dialog.tsx')).GrantDialog,
}));

type Props = {
  hotelId: number;
  roundId: number;
  question: { key: string; text: string };
  /** The question's name for screen readers: "question 4 of Rosa". */
  about: string;
};

/** Shows the button that opens the dialog to waive this question. Only people who may grant waivers see it. */
export function GrantButton({ about, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!can(useCurrentUser(), 'waivers.grant')) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Waive ${about}`}
        onClick={() => setOpen(true)}
      >
        Waive
      </Button>
      {isOpen && (
        <Suspense>
          <GrantDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
