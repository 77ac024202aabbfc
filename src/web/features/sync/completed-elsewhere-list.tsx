import { formatMoment } from '#web/lib/format.ts';
import { kinds } from '#web/offline/outbox/kinds.ts';
import { CompletedElsewhere } from '#web/ui/responses/completed-elsewhere.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { MoreRecords } from './more-records.tsx';
import { useRecords } from './use-records.ts';

/**
 * Shows interviews that were completed here and on another device. Renders nothing when there are
 * none.
 */
export function CompletedElsewhereList() {
  const elsewhere = useRecords(kinds.response, 'decide');
  if (!elsewhere || elsewhere.count === 0) return null;
  return (
    <>
      {elsewhere.records.map((envelope) => {
        const { clientId, about, completedAt } = envelope;
        const here = formatMoment(new Date(completedAt).toISOString());
        return (
          <Panel
            key={clientId}
            title={`${about.respondentName}, ${about.hotelName}`}
            lead={`${about.surveyTitle}, ended on this device ${here}`}
          >
            <CompletedElsewhere envelope={envelope} />
          </Panel>
        );
      })}
      <MoreRecords {...elsewhere} />
    </>
  );
}
