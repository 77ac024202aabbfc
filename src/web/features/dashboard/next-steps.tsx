import { Anchor } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { can } from '#domain/people/person.ts';
import { plural } from '#domain/plural.ts';
import { dutiesOf, type Duty, type DutyName } from '#domain/workflow/duties.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FromDevice } from '#web/ui/from-device.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './next-steps.module.css';
import { readBoard, readUsers } from './read-dashboard.ts';

/** "3 hotels …", and "1 hotel …" where that differs. */
const needs: Readonly<Record<DutyName, [many: string, one?: string]>> = {
  assess: ['on site need an interview', 'on site needs an interview'],
  'hold-session': ['need a virtual session date', 'needs a virtual session date'],
  'move-on': ['ready for Virtual Re-Assessment'],
  reassess: ['to be re-assessed'],
  evaluate: ['to be evaluated'],
  begin: ['not begun'],
};

/** Hotels that a line names; the board has the others. */
const mostNamed = 3;

/** Lists what hotels need next, as the board knows it. Each line leads to where it is done. */
export function NextSteps() {
  const { data } = useQuery(readBoard);
  const person = useCurrentUser();
  if (!data) return null;
  const duties = dutiesOf(data.value.hotels);
  const unassigned = can(person, 'results.byConsultant')
    ? data.value.hotels.filter(({ serviceConsultantId }) => serviceConsultantId === null)
    : [];
  return (
    <Panel title="To do" lead={data.isCached && <FromDevice savedAt={data.savedAt} />}>
      {duties.length === 0 && (
        <Empty
          icon={<IconCircleCheck size={26} stroke={1.5} aria-hidden />}
          title="You’re up to date"
          text="Hotels that need an assessment, a date or an evaluation show here."
        />
      )}
      <ul className={classes.steps}>
        {unassigned.length > 0 && (
          <Step
            count={unassigned.length}
            words={['without a consultant']}
            to={paths.hotels}
            search={{ consultant: 'none' }}
            hotels={unassigned}
          />
        )}
        {duties.map(({ name, stage, hotels }) => (
          <Step
            key={name}
            count={hotels.length}
            words={needs[name]}
            to={paths.workflow}
            search={{ stage }}
            hotels={hotels}
          />
        ))}
        {can(person, 'users.manage') && <NeverSignedIn />}
      </ul>
    </Panel>
  );
}

/** People who were given an account, and have not come yet. */
function NeverSignedIn() {
  const { data } = useQuery(readUsers);
  const absent = data?.value.filter(({ isActive, lastLogin }) => isActive && lastLogin === null);
  if (!absent || absent.length === 0) return null;
  return (
    <li className={classes.step}>
      <Link to={paths.users} className={classes.what}>
        <strong className={classes.count}>{formatNumber(absent.length)}</strong>
        {plural(absent.length, 'person has', 'people have')} never signed in
      </Link>
      <Names>
        {absent.slice(0, mostNamed).map(({ id, name }) => (
          <Anchor
            key={id}
            renderRoot={(props) => <Link {...props} to={paths.users} search={{ search: name }} />}
          >
            {name}
          </Anchor>
        ))}
        {absent.length > mostNamed && <span>and others</span>}
      </Names>
    </li>
  );
}

type StepProps = {
  count: number;
  words: [many: string, one?: string];
  to: string;
  search: Record<string, string>;
  hotels: Duty['hotels'];
};

function Step({ count, words: [many, one = many], to, search, hotels }: StepProps) {
  return (
    <li className={classes.step}>
      <Link to={to} search={search} className={classes.what}>
        <strong className={classes.count}>{formatNumber(count)}</strong>
        {plural(count, 'hotel')} {plural(count, one, many)}
      </Link>
      <Names>
        {hotels.slice(0, mostNamed).map(({ id, hotelName }) => (
          <Anchor
            key={id}
            renderRoot={(props) => <Link {...props} to={paths.workflow} search={{ hotel: id }} />}
          >
            {hotelName}
          </Anchor>
        ))}
        {count > mostNamed && <span>and others</span>}
      </Names>
    </li>
  );
}

function Names({ children }: { children: ReactNode }) {
  return <span className={classes.names}>{children}</span>;
}
