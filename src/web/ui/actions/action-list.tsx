import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, type Ref } from 'react';

import type { ActionRow } from '#domain/actions/action.ts';
import { isOpen } from '#domain/actions/moves.ts';
import type { Choosing } from '#web/lib/use-chosen.ts';
import { hotelPath } from '#web/paths.ts';
import { ChooseAll, ChooseRow } from '#web/ui/choosing/choose.tsx';
import { codeOf } from './action-words.ts';
import classes from './actions.module.css';
import { ActionStatusBadge, Due, ownerOf, SeverityMark } from './marks.tsx';

type Props = {
  actions: readonly ActionRow[];
  /** True on a page that names the hotel. */
  ofOneHotel?: boolean;
  /** Set when several actions can be chosen. */
  choosing?: Choosing;
  ref?: Ref<HTMLTableElement>;
};

/**
 * Shows actions as a table, and as cards where a table has no room. A press on the question's text opens the
 * action. The address of the present screen then names the action.
 */
export function ActionList({ actions, ofOneHotel = false, choosing, ref }: Props) {
  return (
    <table ref={ref} className={classes.table} data-choosing={choosing !== undefined}>
      <caption>
        <VisuallyHidden>Actions</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {choosing && (
            <th data-column="choose">
              <ChooseAll
                {...choosing}
                ids={actions.filter(({ status }) => isOpen(status)).map(({ id }) => id)}
                label="Choose all that are shown"
              />
            </th>
          )}
          <th scope="col" data-column="severity">
            Severity
          </th>
          <th scope="col" data-column="question">
            Question
          </th>
          {!ofOneHotel && (
            <th scope="col" data-column="hotel">
              Hotel
            </th>
          )}
          <th scope="col" data-column="owner">
            Owner
          </th>
          <th scope="col" data-column="due">
            Due
          </th>
          <th scope="col" data-column="status">
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {actions.map((action) => (
          <Row
            key={action.id}
            action={action}
            ofOneHotel={ofOneHotel}
            isChosen={choosing?.chosen.has(action.id)}
            onChoose={choosing?.onChoose}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  action: ActionRow;
  ofOneHotel: boolean;
  /** Undefined when nothing can be chosen. */
  isChosen: boolean | undefined;
  onChoose: Choosing['onChoose'] | undefined;
};

const Row = memo(function Row({ action, ofOneHotel, isChosen, onChoose }: RowProps) {
  const { id, hotelId, hotelName, questionText, severity, status, isRepeat } = action;
  const code = codeOf(action);
  const about = `“${questionText}” at ${hotelName}`;
  return (
    <tr data-chosen={isChosen}>
      {onChoose && (
        <td data-column="choose">
          {isOpen(status) && (
            <ChooseRow {...{ id, about, onChoose }} isChosen={isChosen === true} />
          )}
        </td>
      )}
      <td data-column="severity">
        <SeverityMark severity={severity} />
      </td>
      <th scope="row" data-column="question">
        <span className={classes.words} title={questionText}>
          {code && <span className={classes.soft}>{code} </span>}
          <Link {...opening(id)} className={classes.open} aria-label={`Open ${about}`}>
            {questionText}
          </Link>
          {isRepeat && <span className={classes.soft}> · Repeat finding</span>}
        </span>
      </th>
      {!ofOneHotel && (
        <td data-column="hotel">
          <Link to={hotelPath(hotelId)} preload={false} className={classes.words} title={hotelName}>
            {hotelName}
          </Link>
        </td>
      )}
      <td data-column="owner">
        <span className={classes.words}>{ownerOf(action)}</span>
      </td>
      <td data-column="due">
        <Due {...action} />
      </td>
      <td data-column="status">
        <ActionStatusBadge status={status} />
      </td>
    </tr>
  );
});

/** Returns link properties that open the action and keep the rest of the address. */
export function opening(id: number) {
  return {
    to: '.',
    search: (before: Record<string, unknown>) => ({ ...before, action: id }),
    resetScroll: false,
    preload: false,
  } as const;
}
