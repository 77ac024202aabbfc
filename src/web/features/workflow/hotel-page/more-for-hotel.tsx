import { Menu } from '@mantine/core';
import { IconShieldOff, IconSignature } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { exitPath } from '#web/paths.ts';
import { MoreMenu } from '#web/ui/more-menu.tsx';

const GrantDialog = lazy(async () => ({
  default: (await import('#web/ui/waivers/grant-dialog.tsx')).GrantDialog,
}));

/**
 * Renders the "…" menu of the hotel's page, with actions that are seldom needed. Renders nothing when there are
 * none.
 */
export function MoreForHotel({ hotelId }: { hotelId: number }) {
  const [isOpen, setOpen] = useState(false);
  const person = useCurrentUser();
  const hasMeeting = useHasMeeting(hotelId) && can(person, 'actions.write');
  const grants = can(person, 'waivers.grant');
  if (!grants && !hasMeeting) return null;
  return (
    <>
      <MoreMenu label="More for this hotel">
        {hasMeeting && (
          <Menu.Item
            leftSection={<IconSignature size={18} stroke={1.6} aria-hidden />}
            renderRoot={(root) => <Link {...root} to={exitPath(hotelId)} preload={false} />}
          >
            Exit meeting
          </Menu.Item>
        )}
        {grants && (
          <Menu.Item
            leftSection={<IconShieldOff size={18} stroke={1.6} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            Grant a waiver
          </Menu.Item>
        )}
      </MoreMenu>
      {isOpen && (
        <Suspense>
          <GrantDialog hotelId={hotelId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Returns whether this device has a finding of the hotel, or a plan that was made about one. */
function useHasMeeting(hotelId: number): boolean {
  return (
    useStored(
      async (db) => {
        if ((await db.plans.where({ hotelId }).count()) > 0) return true;
        const { foundHere } = await import('#web/offline/drafts/findings-here.ts');
        const { interviews } = await foundHere(db, hotelId, 0);
        return interviews.some(({ findings }) => findings.length > 0);
      },
      [hotelId],
    ) === true
  );
}
