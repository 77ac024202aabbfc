import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { declarationOf, type HotelField } from '#domain/hotels/hotel-fields.ts';
import type { EditedHotel } from '#web/offline/outbox/hotel-edit.ts';
import { paths } from '#web/paths.ts';

type Props = { edited: EditedHotel | undefined; isOnline: boolean };

/**
 * Lists the hotel's changes that wait on this device or need a decision. Offline, it says where
 * changes are kept.
 */
export function EditNotice({ edited, isOnline }: Props) {
  const fields = Object.keys(edited?.waiting ?? {}) as HotelField[];
  const labels = fields.map((field) => declarationOf(field).label).join(', ');
  return (
    <div role="status">
      {edited?.needsPerson && (
        <Alert color="orange" mb="sm" icon={<IconAlertTriangle aria-hidden />}>
          A change that you made to this hotel was not stored. The{' '}
          <Anchor inherit renderRoot={(props) => <Link {...props} to={paths.sync} />}>
            Sync Centre
          </Anchor>{' '}
          says why and what you can do.
        </Alert>
      )}
      {(fields.length > 0 || !isOnline) && (
        <Alert color="blue" mb="sm" icon={<IconCloudUp aria-hidden />}>
          {fields.length > 0
            ? `Waiting to sync: ${labels}`
            : 'No connection. The stage, key dates and notes that you change here are kept on this device and sent later.'}
        </Alert>
      )}
    </div>
  );
}
