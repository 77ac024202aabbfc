import type { Hotel } from '#domain/hotels/hotel.ts';
import { consultantRole } from '#domain/people/roles.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { Facts } from '#web/ui/facts.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/theme/tones.ts';
import classes from './hotel-dialog.module.css';

export function HotelFacts({ hotel }: { hotel: Hotel }) {
  const { nameConsultant } = useConsultants();
  const consultant = nameConsultant(hotel.serviceConsultantId) ?? 'Not assigned';
  const facts = [
    ['Brand', hotel.hotelBrand],
    ['Location', `${hotel.hotelCity}, ${hotel.hotelState}`],
    [consultantRole, consultant],
    [
      'Status',
      <StatusBadge key="status" tone={hotelStatusTones[hotel.status]}>
        {hotel.status}
      </StatusBadge>,
    ],
    ['Region', hotel.fpgRegion],
  ] as const;
  return <Facts facts={facts} className={classes.facts} />;
}
