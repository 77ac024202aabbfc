import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const ContactDialog = lazy(async () => ({
  default: (await import('#web/ui/contacts/contact-dialog.tsx')).ContactDialog,
}));

/**
 * Renders the button that adds the first contact of a hotel. Once there is a contact, the panel of contacts
 * replaces it.
 */
export function FirstContact({ hotelId }: { hotelId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" mt="sm" ml={-8} onClick={() => setOpen(true)}>
        Add a person at the hotel
      </Button>
      {isOpen && (
        <Suspense>
          <ContactDialog hotelId={hotelId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
