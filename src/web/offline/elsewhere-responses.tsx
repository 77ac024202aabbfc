import { formatMoment } from '#web/lib/format.ts';
import { Panel } from '#web/ui/panel.tsx';

import { CompletedElsewhere } from './completed-elsewhere.tsx';
import { MoreEnvelopes } from './more-envelopes.tsx';
import { useEnvelopes } from './use-envelopes.ts';

/** Interviews that were completed here and on another device. Shows nothing where there are none. */
export function ElsewhereResponses() {
  const elsewhere = useEnvelopes('elsewhere');
  if (!elsewhere || elsewhere.count === 0) return null;
  return (
    <>
      {elsewhere.envelopes.map((envelope) => {
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
      <MoreEnvelopes {...elsewhere} />
    </>
  );
}
