import { useQuery } from '@tanstack/react-query';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { consultantRole } from '#domain/people/roles.ts';
import { nothing } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/tones.ts';
import classes from './hotel-dialog.module.css';
import { consultantsQuery } from './read-workflow.ts';

export function HotelFacts({ hotel }: { hotel: Hotel }) {
  const consultant = useConsultantName(hotel.serviceConsultantId);
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
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useConsultantName(id: number | null): string {
  const { data, isPending } = useQuery(consultantsQuery);
  if (id === null) return 'Not assigned';
  const known = data?.value.find((one) => one.id === id)?.name;
  return known ?? (isPending ? nothing : 'Unknown Consultant');
}
