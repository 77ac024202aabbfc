import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { countWords, formatMoment } from '#web/lib/format.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { isDraft, type ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { savePlan } from '#web/offline/outbox/export-file.ts';
import { exitPath } from '#web/paths.ts';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';

/** Shows the exit plans on this device that nobody has agreed. Renders nothing when there are none. */
export function PlansHere() {
  const plans = useStored(async (db) => db.plans.filter(isDraft).sortBy('startedAt'));
  if (!plans || plans.length === 0) return null;
  return (
    <Panel
      title="Exit plans under way"
      lead="Until a plan is agreed, it is only on this device. If you cannot finish it here, export it: an Admin can import it elsewhere."
    >
      <RecordList>
        {plans.map((plan) => (
          <UnderWay key={plan.clientId} plan={plan} />
        ))}
      </RecordList>
    </Panel>
  );
}

function UnderWay({ plan }: { plan: ExitPlan }) {
  const { hotelId, hotelName, items, startedAt } = plan;
  const findings = countWords(Object.keys(items).length, 'finding');
  return (
    <RecordRow
      title={hotelName}
      details={`Begun ${formatMoment(new Date(startedAt).toISOString())}, ${findings} planned`}
    >
      <Button
        variant="default"
        renderRoot={(root) => <Link {...root} to={exitPath(hotelId)} preload={false} />}
        aria-label={`Open the exit meeting of ${hotelName}`}
      >
        Open
      </Button>
      <Button
        variant="default"
        aria-label={`Export the exit plan of ${hotelName}`}
        onClick={() => void onDevice('Export failed', () => savePlan(plan))}
      >
        Export
      </Button>
    </RecordRow>
  );
}
