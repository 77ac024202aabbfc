import { Alert, Button } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { mostPlanItems } from '#domain/actions/exit-plan.ts';
import { roundKindOf } from '#domain/rounds/round.ts';
import { ApiError } from '#web/lib/api.ts';
import { useScreenFocus } from '#web/lib/use-screen-focus.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { isDraft, type ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { plansOf } from '#web/offline/drafts/exit-plans.ts';
import { foundHere, foundInRound, joinFindings } from '#web/offline/drafts/findings-here.ts';
import { hotelQuery } from '#web/offline/readings/reads.ts';
import { roundQuery } from '#web/offline/readings/round-reading.ts';
import { roundsQuery } from '#web/offline/readings/rounds-reading.ts';
import { hotelPath, interviewPath } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { Loading } from '#web/ui/notices/loading.tsx';
import { Page } from '#web/ui/page.tsx';

import { NoHotel } from '#web/features/interviews/setup/no-hotel.tsx';
import { useDraftLock } from '#web/features/interviews/use-draft-lock.ts';
import { AgreedPlanPage } from './agreed-plan-page.tsx';
import { unseenInWords } from './made-from.tsx';
import { newPlan } from './new-plan.ts';
import { PlanForm } from './plan-form.tsx';

/**
 * Shows the exit meeting of a hotel (rules 146 and 147): the assessor and the hotel's manager agree who
 * does what about the findings, and sign. It works without a connection.
 */
export function ExitScreen() {
  useScreenFocus();
  const { hotelId } = useParams({ strict: false });
  return (
    <main>
      <ModalsProvider>
        <Meeting hotelId={Number(hotelId)} />
      </ModalsProvider>
    </main>
  );
}

function Meeting({ hotelId }: { hotelId: number }) {
  const lock = useDraftLock(`exit-${hotelId}`);
  const meeting = useMeeting(hotelId);
  const [another, setAnother] = useState<ExitPlan>();
  if (lock === 'elsewhere') return <OpenElsewhere hotelId={hotelId} />;
  if (!meeting || lock !== 'held') return <Loading />;
  const { plans, others, interviews, unread, unseen, about, isGone } = meeting;
  const [latest] = plans;
  const agreed = latest?.agreed;
  const findings = joinFindings(interviews);
  const hasFindings = findings.length > 0;
  if (latest && agreed) {
    const isOutdated = interviews.some(({ completedAt }) => Date.parse(completedAt) > agreed.at);
    const plansAgain = another === latest || (isOutdated && hasFindings);
    if (!plansAgain)
      return (
        <AgreedPlanPage
          plan={latest}
          agreed={agreed}
          onAnother={hasFindings ? () => setAnother(latest) : undefined}
        />
      );
  }
  if (!hasFindings) return isGone ? <NoHotel /> : <NoFindings hotel={about} unseen={unseen} />;
  return (
    <PlanForm
      key={latest && !agreed && latest.author ? latest.clientId : 'own'}
      opening={latest && !agreed ? latest : newPlan(about, latest)}
      waiting={plans.slice(1).filter(isDraft).length}
      others={others}
      interviews={interviews}
      unread={unread}
      unseen={unseen}
      isRoundKnown={about.roundId !== undefined}
      findings={findings.slice(0, mostPlanItems)}
      leftOut={Math.max(0, findings.length - mostPlanItems)}
    />
  );
}

/** Milliseconds that the meeting waits for the server, which may not respond. */
const longestWait = 2_000;

/** Returns the data that the meeting needs; undefined until the device has read it. */
function useMeeting(hotelId: number) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), longestWait);
    return () => clearTimeout(timer);
  }, []);
  const hotel = useQuery(hotelQuery(hotelId));
  const rounds = useQuery(roundsQuery(hotelId));
  const current = rounds.data?.value.cycles
    .flatMap((cycle) => cycle.rounds)
    .find(({ isCurrent }) => isCurrent);
  const enabled = current !== undefined;
  const round = useQuery({ ...roundQuery(current?.id ?? 0), enabled });
  const since = current?.openedAt ? Date.parse(current.openedAt) : 0;
  const here = useStored((db) => foundHere(db, hotelId, since), [hotelId, since]);
  const plans = useStored((db) => plansOf(db, hotelId), [hotelId]);
  // `isFetched` instead of `isPending`: when a failed reading is tried again, the form with the typed text must
  // stay.
  const isReading = !hotel.isFetched || !rounds.isFetched || (enabled && !round.isFetched);
  if (!here || !plans || (isReading && !isLate)) return undefined;
  const others = round.data ? foundInRound(round.data.value, here) : [];
  const interviews = [...here.interviews, ...others];
  const unseen = Math.max(0, (current?.responses ?? 0) - here.responses.size - others.length);
  const stage = hotel.data?.value.stage;
  return {
    ...{ plans, interviews, unread: here.unread, unseen },
    isGone: hotel.error instanceof ApiError && hotel.error.status === 404,
    others: (round.data?.value.exitPlans ?? []).filter(({ clientId }) =>
      plans.every((own) => own.clientId !== clientId),
    ),
    about: {
      hotelId,
      hotelName: hotel.data?.value.hotelName ?? plans[0]?.hotelName ?? 'This hotel',
      kind: current?.kind ?? (stage ? roundKindOf(stage) : 'onsite'),
      ...(current && { roundId: current.id }),
    },
  };
}

type NoFindingsProps = { hotel: { hotelId: number; hotelName: string }; unseen: number };

function NoFindings({ hotel: { hotelId, hotelName }, unseen }: NoFindingsProps) {
  const about =
    'An exit meeting plans what is done about findings. The interviews that this device completed in this round have none.';
  return (
    <Page title="Exit meeting" width="reading" lead={hotelName} takesFocus>
      <Empty
        title="No findings"
        text={unseen > 0 ? `${about} ${unseenInWords(unseen)}` : about}
        action={
          <Button
            variant="default"
            renderRoot={(root) => <Link {...root} to={hotelPath(hotelId)} preload={false} />}
          >
            Open the hotel
          </Button>
        }
      />
    </Page>
  );
}

function OpenElsewhere({ hotelId }: { hotelId: number }) {
  return (
    <Page title="Exit meeting" width="reading" takesFocus>
      <Alert
        color="blue"
        icon={<IconLock aria-hidden />}
        title="This exit meeting is open in another tab of this device"
      >
        Continue there, or close that tab to continue here.{' '}
        <Link to={interviewPath(hotelId)}>Interview at this hotel</Link>
      </Alert>
    </Page>
  );
}
