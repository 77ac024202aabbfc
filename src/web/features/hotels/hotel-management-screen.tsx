import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { can } from '#domain/people/person.ts';
import { useAddress } from '#web/lib/address.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { Page } from '#web/ui/page.tsx';
import { HotelDialog } from './hotel-dialog.tsx';
import { useHotelFigures } from './hotel-figures.ts';
import { HotelsActions } from './hotels-actions.tsx';
import { HotelsFilters } from './hotels-filters.tsx';
import { HotelsPanel } from './hotels-panel.tsx';
import { hotelsViewSchema } from './hotels-view.ts';
import { ImportDialog } from './import-dialog.tsx';
import { useFoundHotels, useHotels } from './use-hotels.ts';

const none: readonly Hotel[] = [];

/** Shows Hotel Management, where hotels are found, added, changed, deleted and imported. */
export function HotelManagementScreen() {
  const byConsultant = can(useCurrentUser(), 'results.byConsultant');
  const [view, change] = useAddress(hotelsViewSchema);
  const [isImporting, setImporting] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 68.74em)', false, { getInitialValueInEffect: false });
  const { reading, error, retry } = useHotels();
  const { consultants, nameConsultant } = useConsultants();
  const hotels = reading?.value ?? none;
  const figures = useHotelFigures();
  const found = useFoundHotels(hotels, view, nameConsultant, figures);
  const add = () => change({ hotel: 'new' });
  const openImport = () => setImporting(true);
  return (
    <Page title="Hotel Management" actions={<HotelsActions onImport={openImport} onAdd={add} />}>
      <HotelsFilters
        view={view}
        hotels={hotels}
        consultants={byConsultant ? consultants : undefined}
        isNarrow={isNarrow}
        onChange={change}
      />
      <HotelsPanel
        {...{ view, reading, found, figures, error, isNarrow }}
        nameConsultant={byConsultant ? nameConsultant : undefined}
        onRetry={retry}
        onChange={change}
        onAdd={add}
      />
      <HotelDialog
        open={view.hotel}
        hotels={hotels}
        onClose={() => change({ hotel: undefined }, { replace: true })}
      />
      <ImportDialog opened={isImporting} onClose={() => setImporting(false)} />
    </Page>
  );
}
