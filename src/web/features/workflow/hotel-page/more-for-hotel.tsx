import { Menu } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { MoreMenu } from '#web/ui/more-menu.tsx';

const GrantDialog = lazy(async () => ({
  default: (await import('#web/ui/waivers/grant-dialog.tsx')).GrantDialog,
}));

/** Renders the "…" of the hotel's page: what only Admins do, and seldom. */
export function MoreForHotel({ hotelId }: { hotelId: number }) {
  const [isOpen, setOpen] = useState(false);
  if (!can(useCurrentUser(), 'waivers.grant')) return null;
  return (
    <>
      <MoreMenu label="More for this hotel">
        <Menu.Item
          leftSection={<IconShieldOff size={18} stroke={1.6} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Grant a waiver
        </Menu.Item>
      </MoreMenu>
      {isOpen && (
        <Suspense>
          <GrantDialog hotelId={hotelId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
