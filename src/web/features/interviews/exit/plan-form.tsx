import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';

import { longestActionText } from '#domain/actions/action.ts';
import { dueFor, type DueDays } from '#domain/actions/due.ts';
import { mostPlanContacts, type ExitPlan as StoredPlan } from '#domain/actions/exit-plan.ts';
import { excessOf } from '#domain/text.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { useStored } from '#web/lib/use-stored.ts';
import type { ExitPlan, PlanOwner } from '#web/offline/store/exit-plan-records.ts';
import { agreePlan } from '#web/offline/drafts/exit-plans.ts';
import type { FindingHere, InterviewHere } from '#web/offline/drafts/findings-here.ts';
import { filesOf, removeFile } from '#web/offline/files/kept-files.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { syncSoon } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { toast } from '#web/ui/notices/toast.ts';

import { useKeptUrls } from '#web/features/interviews/evidence/use-kept-url.ts';
import { SavedLine } from '#web/features/interviews/saved-line.tsx';
import classes from './exit.module.css';
import { editItem } from './edit-item.ts';
import { dueDaysOf, useExitSettings } from './exit-settings.ts';
import { FindingCard } from './finding-card.tsx';
import { freezePlan } from './freeze-plan.ts';
import { MadeFrom } from './made-from.tsx';
import { OtherPlans } from './other-plans.tsx';
import { useOwners } from './owners.ts';
import { usePlan, type ChangePlan } from './plan-writer.ts';
import { signaturesIn, Signatures } from './signatures.tsx';

type Props = {
  opening: ExitPlan;
  interviews: readonly InterviewHere[];
  unread: number;
  unseen: number;
  isRoundKnown: boolean;
  findings: readonly FindingHere[];
  /** How many findings are left out because the plan has no room for them. */
  leftOut: number;
  /** `waiting` and `others` are shown by {@link OtherPlans}. */
  waiting: number;
  others: readonly StoredPlan[];
};

/** Shows the form in which the plan is made: the score, the findings with their actions, and the signatures. */
export function PlanForm({ opening, findings, leftOut, waiting, others, ...made }: Props) {
  const person = useCurrentUser();
  const { plan, change, saved } = usePlan(opening);
  const due = dueDaysOf(useExitSettings(), plan.startedAt);
  const files = useStored((db) => filesOf(db, plan.clientId), [plan.clientId]) ?? [];
  const signatures = signaturesIn(files);
  const { problem, isAgreeing, agree } = useAgree(plan, {
    ...{ interviews: made.interviews, findings, signatures, due },
  });
  return (
    <Page
      title="Exit meeting"
      windowTitle={`Exit meeting, ${plan.hotelName}`}
      width="reading"
      lead={plan.hotelName}
      actions={<SavedLine saved={saved} isOnServer={false} />}
      takesFocus
    >
      <OtherPlans {...{ plan, waiting, others }} />
      <MadeFrom {...made} />
      <Panel
        title={countWords(findings.length, 'finding')}
        lead={
          leftOut > 0
            ? `The gravest first. A plan holds ${findings.length}; ${leftOut} more become actions without it.`
            : 'The gravest first. Agree what will be done, who does it, and by when.'
        }
      >
        <fieldset disabled={files.length > 0} className={classes.findings}>
          <legend className={classes.unseen}>Findings</legend>
          <Findings {...{ plan, findings, due, change }} met={made.interviews} />
        </fieldset>
      </Panel>
      <Signatures
        planId={plan.clientId}
        questionId={findings[0]?.said[0]?.questionId ?? 1}
        signatures={signatures}
        assessor={plan.author?.name ?? person.name}
        onSign={() => change(() => ({}))}
        onChange={() => void removeAll(files)}
      />
      {problem !== undefined && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {problem}
        </Alert>
      )}
      <Button size="lg" loading={isAgreeing} onClick={() => void agree()}>
        Agree plan
      </Button>
    </Page>
  );
}

async function removeAll(files: readonly StoredFile[]): Promise<void> {
  await onDevice('The signatures were not all removed', async () => {
    for (const { clientId } of files) await removeFile(currentStore(), clientId);
  });
}

type FindingsProps = {
  plan: ExitPlan;
  findings: readonly FindingHere[];
  met: readonly InterviewHere[];
  due: DueDays;
  change: ChangePlan;
};

function Findings({ plan, findings, met, due, change }: FindingsProps) {
  const { items, people, hotelId } = plan;
  const owners = useOwners(hotelId, people, met);
  const photos = usePhotos(findings);
  const isOffered = findings.some(({ key }) => !items[key]?.owner);
  const forAll = useCallback(
    (owner: PlanOwner) =>
      change((now) => {
        const ownerless = findings.filter(({ key }) => !now.items[key]?.owner);
        const given = ownerless.map(
          ({ key }) => [key, editItem(now.items[key], { owner }, Date.now())] as const,
        );
        return { items: { ...now.items, ...Object.fromEntries(given) } };
      }),
    [change, findings],
  );
  return (
    <ol>
      {findings.map((finding, at) => (
        <FindingCard
          key={finding.key}
          number={at + 1}
          finding={finding}
          item={items[finding.key]}
          owners={owners}
          photos={photos.get(finding.key) ?? none}
          defaultDue={dueFor(finding.severity, due)}
          change={change}
          onForAll={at === 0 && isOffered ? forAll : undefined}
        />
      ))}
    </ol>
  );
}

type Agreeing = {
  interviews: readonly InterviewHere[];
  findings: readonly FindingHere[];
  signatures: ReturnType<typeof signaturesIn>;
  due: DueDays;
};

/** Returns a function that agrees the plan, and why the last try failed. */
function useAgree(plan: ExitPlan, { interviews, findings, signatures, due }: Agreeing) {
  const { showsScore } = useExitSettings();
  const { name } = useCurrentUser();
  const line = usePortfolioLine();
  const [problem, setProblem] = useState<string>();
  const [isAgreeing, setAgreeing] = useState(false);
  const agree = async () => {
    const lacking = whatLacks(plan, findings);
    setProblem(lacking);
    if (lacking !== undefined || !(await isSure(signatures, plan))) return;
    setAgreeing(true);
    try {
      const about = {
        ...{ interviews, findings, signatures, due, showsScore, line },
        ...{ by: plan.author?.name ?? name, now: Date.now() },
      };
      const { agreed, input } = freezePlan(plan, about);
      await agreePlan(currentStore(), plan, agreed, input);
      toast.success('Plan agreed', 'It is safe on this device.');
      syncSoon();
    } catch {
      setAgreeing(false);
      setProblem(notStored);
    }
  };
  return { problem, isAgreeing, agree };
}

const notStored =
  'This device could not store the plan. What you typed is safe. Please press Agree plan again.';

const none: readonly string[] = [];

/** Returns why the plan cannot be agreed as it is, in words. */
function whatLacks(
  { items, people }: ExitPlan,
  findings: readonly FindingHere[],
): string | undefined {
  const at = (is: (key: string) => boolean) => findings.findIndex(({ key }) => is(key)) + 1;
  const long = at((key) => excessOf(items[key]?.what ?? '', longestActionText) > 0);
  if (long > 0) return `Please shorten what will be done about finding ${long}.`;
  const dayless = at((key) => items[key]?.dueOn === '');
  if (dayless > 0) return `Please choose a day for finding ${dayless}.`;
  const chosen = new Set(
    findings.flatMap(({ key }) => {
      const owner = items[key]?.owner;
      return owner?.kind === 'new' ? [owner.clientId] : [];
    }),
  );
  return people.filter(({ clientId }) => chosen.has(clientId)).length > mostPlanContacts
    ? `A plan can add ${mostPlanContacts} people. Please choose others among them.`
    : undefined;
}

async function isSure(
  signatures: ReturnType<typeof signaturesIn>,
  { replaces = [] }: ExitPlan,
): Promise<boolean> {
  const { assessor, hotel } = signatures;
  if (assessor && hotel) return true;
  const former = hotel ? [] : await currentStore().plans.bulkGet([...replaces]);
  const replacesSigned = former.some((one) => one?.agreed?.signatures.hotel);
  const missing =
    !assessor && !hotel ? 'Nobody has' : assessor ? 'The hotel has not' : 'You have not';
  return confirm({
    title: 'Agree without a signature?',
    message: replacesSigned
      ? `${missing} signed. The hotel signed the former plan, so that one holds, and this one fills what it leaves empty.`
      : `${missing} signed. The plan counts all the same, and says so.`,
    confirmLabel: 'Agree plan',
    cancelLabel: 'Sign first',
  });
}

/** Returns the addresses of the photos that this device has of each finding. */
function usePhotos(findings: readonly FindingHere[]): ReadonlyMap<string, readonly string[]> {
  const ids = [
    ...new Set(
      findings.flatMap(({ said }) => said.flatMap(({ interviewId }) => interviewId ?? [])),
    ),
  ].join(' ');
  const files = useStored(
    async (db) =>
      (await Promise.all(ids.split(' ').map((interviewId) => filesOf(db, interviewId))))
        .flat()
        .filter(({ kind }) => kind === 'photo'),
    [ids],
  );
  const urls = useKeptUrls(files ?? noFiles, 'thumbnail');
  return useMemo(
    () =>
      new Map(
        findings.map(({ key, said }) => [
          key,
          (files ?? noFiles).flatMap(({ clientId, interviewId, questionId }) => {
            const isOfIt = said.some(
              (one) => one.interviewId === interviewId && one.questionId === questionId,
            );
            const url = urls?.get(clientId);
            return isOfIt && url !== undefined ? [url] : [];
          }),
        ]),
      ),
    [files, findings, urls],
  );
}

const noFiles: readonly StoredFile[] = [];
