import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { Action } from '#domain/actions/action.ts';
import { statusNames } from '#domain/actions/moves.ts';
import { roundNames } from '#domain/rounds/round.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { hotelPath, paths, roundPath } from '#web/paths.ts';
import { Facts } from '#web/ui/facts.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import classes from './action-dialog.module.css';
import { opening } from './action-list.tsx';
import { ChangePlan } from './change-plan.tsx';
import { Due, ownerOf } from './marks.tsx';

/** The most responses of a finding that are linked one by one. */
const mostLinks = 5;

/** Shows where the finding comes from, and the action's owner and due date. */
export function ActionFacts({ action }: { action: Action }) {
  // Undefined until the form is opened. When it closes, the focus returns to the button that opened it.
  const [isChanging, setChanging] = useState<boolean>();
  const { canChange } = action;
  return (
    <div>
      <Facts facts={factsOf(action)} className={classes.facts} />
      {canChange && !isChanging && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.change ?? ''}
          ref={isChanging === false ? focusOn : null}
          onClick={() => setChanging(true)}
        >
          Change the plan
        </Button>
      )}
      {canChange && isChanging && <ChangePlan action={action} onDone={() => setChanging(false)} />}
    </div>
  );
}

function factsOf(action: Action) {
  const { hotelId, hotelName, hotelBrand, roundId, roundKind, cycle, repeatOf } = action;
  const { closedByResponseId, createdAt, what } = action;
  return [
    [
      'Hotel',
      <span key="hotel">
        <Anchor renderRoot={(props) => <Link {...props} to={hotelPath(hotelId)} preload={false} />}>
          {hotelName}
        </Anchor>
        , {hotelBrand}
      </span>,
    ],
    [
      'Finding',
      <span key="finding">
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to={roundPath(hotelId, roundId)} preload={false} />
          )}
        >
          {roundNames[roundKind]}, cycle {cycle}
        </Anchor>{' '}
        <Responses action={action} />
      </span>,
    ],
    ...(what === '' ? [] : [['Plan', what] as const]),
    ['Made', formatDate(createdAt)],
    ['Owner', ownerOf(action)],
    ['Due', <Due key="due" {...action} />],
    ...(repeatOf
      ? [
          [
            'Before',
            <Anchor
              key="before"
              renderRoot={(props) => <Link {...props} {...opening(repeatOf.id)} />}
            >
              Cycle {repeatOf.cycle}, {statusNames[repeatOf.status]}
            </Anchor>,
          ] as const,
        ]
      : []),
    ...(closedByResponseId === null
      ? []
      : [['Verified by', <ResponseLink key="by" id={closedByResponseId} />] as const]),
  ] as const;
}

function Responses({ action: { responses } }: { action: Action }) {
  const more = responses.length - mostLinks;
  return (
    <span className={classes.responses}>
      {responses.slice(0, mostLinks).map((id) => (
        <ResponseLink key={id} id={id} />
      ))}
      {more > 0 && ` and ${countWords(more, 'more response')}`}
    </span>
  );
}

function ResponseLink({ id }: { id: number }) {
  return (
    <Anchor
      renderRoot={(props) => (
        <Link {...props} to={paths.results} search={{ response: id }} preload={false} />
      )}
    >
      Response {id}
    </Anchor>
  );
}
