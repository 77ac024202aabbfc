import { Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconDeviceTablet,
  IconInfoCircle,
  IconPrinter,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { formatDay, formatMoment } from '#web/lib/format.ts';
import { printPage } from '#web/lib/print-page.ts';
import { useStored } from '#web/lib/use-stored.ts';
import type { AgreedPlan, ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { hotelPath, paths } from '#web/paths.ts';
import { codeOf } from '#web/ui/actions/action-words.ts';
import { SeverityMark } from '#web/ui/actions/marks.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { Page } from '#web/ui/page.tsx';

import { useKeptUrls } from '#web/features/interviews/evidence/use-kept-url.ts';
import classes from './exit.module.css';
import { HotelLink } from './hotel-link.tsx';
import { ScoreOf } from './made-from.tsx';
import { MeetsAnother } from './other-plans.tsx';
import { SignatureShown } from './signatures.tsx';

type Props = {
  plan: ExitPlan;
  agreed: AgreedPlan;
  /** Begins another plan with the content of this one. Undefined when there is nothing to plan. */
  onAnother: (() => void) | undefined;
};

/** Shows what was agreed, ready to print, and whether the server has it. */
export function AgreedPlanPage({ plan, agreed, onAnother }: Props) {
  return (
    <div className={classes.agreed}>
      <Page
        title="Plan agreed"
        windowTitle={`Exit meeting, ${plan.hotelName}`}
        width="reading"
        lead={<State plan={plan} />}
        actions={
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => void printPage()}
          >
            Print
          </Button>
        }
        takesFocus
      >
        <MeetsAnother plan={plan} />
        <Sheet plan={plan} agreed={agreed} />
        <div className={classes.ways}>
          <HotelLink plan={plan} />
          <Button
            variant="default"
            size="lg"
            renderRoot={(root) => <Link {...root} to={hotelPath(plan.hotelId)} preload={false} />}
          >
            Open the hotel
          </Button>
          <Button variant="default" size="lg" component={Link} to={paths.workflow}>
            Return to Workflow
          </Button>
          {onAnother && (
            <Button variant="default" size="lg" onClick={onAnother}>
              Make another plan
            </Button>
          )}
        </div>
      </Page>
    </div>
  );
}

/** Says whether the server has the plan. */
function State({ plan: { clientId, hasArrived } }: { plan: ExitPlan }) {
  const isOnline = useIsOnline();
  const command = useStored(async (db) => db.commands.get(clientId), [clientId]);
  if (hasArrived)
    return (
      <span className={classes.state} data-state="good">
        <Say words="The server has the plan" />
        <IconCircleCheck size={18} aria-hidden /> Arrived on the server. Official when the round is
        approved.
      </span>
    );
  if (command?.state === 'needs-attention')
    return (
      <span className={classes.state} data-state="warn">
        <IconInfoCircle size={18} aria-hidden /> Safe on this device, but the server refused it:{' '}
        {command.reason} <Link to={paths.sync}>Open the Sync Centre</Link>
      </span>
    );
  return (
    <span className={classes.state} data-state="warn">
      <IconDeviceTablet size={18} aria-hidden /> Safe on this device.{' '}
      {isOnline ? 'It is being sent.' : 'It waits for a connection.'}
    </span>
  );
}

function Sheet({ plan, agreed }: Omit<Props, 'onAnother'>) {
  const { assessor, hotel } = agreed.signatures;
  const isHidden = agreed.hidesScore === true;
  const ids = [assessor, hotel].flatMap((one) => one?.fileId ?? []);
  const files = useStored(
    async (db) => (await db.files.bulkGet(ids)).filter((file) => file !== undefined),
    [ids.join(' ')],
  );
  const urls = useKeptUrls(files ?? [], 'bytes');
  return (
    <article className={classes.sheet}>
      <header>
        <h2>{plan.hotelName}</h2>
        <p>
          Exit meeting of {formatMoment(new Date(agreed.at).toISOString())}, held by {agreed.by}
        </p>
      </header>
      <section aria-label={isHidden ? 'Interviews' : 'Score'}>
        <ScoreOf interviews={agreed.interviews} percent={agreed.percent} isHidden={isHidden} />
      </section>
      <WhatWasAgreed items={agreed.items} />
      <div className={classes.signatures}>
        {(
          [
            ['For the brand', assessor],
            ['For the hotel', hotel],
          ] as const
        ).map(([title, one]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {one ? <SignatureShown url={urls?.get(one.fileId)} name={one.name} /> : 'Not signed'}
          </section>
        ))}
      </div>
    </article>
  );
}

function WhatWasAgreed({ items }: Pick<AgreedPlan, 'items'>) {
  return (
    <table className={classes.plan}>
      <caption>What was agreed</caption>
      <thead>
        <tr>
          <th scope="col">Finding</th>
          <th scope="col">What will be done</th>
          <th scope="col">Who</th>
          <th scope="col">By when</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => (
          <tr key={item.key}>
            <th scope="row">
              <SeverityMark severity={item.severity} />{' '}
              <span className={classes.soft}>{codeOf({ questionKey: item.key })}</span>
              <div>
                {at + 1}. <bdi>{item.questionText}</bdi>
              </div>
              <div className={classes.soft}>{item.answers.join('; ')}</div>
            </th>
            <td data-label="What will be done">{item.what || 'Not said'}</td>
            <td data-label="Who">{item.ownerName ?? 'Nobody yet'}</td>
            <td data-label="By when" className={classes.day}>
              {formatDay(item.dueOn)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
