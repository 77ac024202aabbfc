import { useState } from 'react';

import type { LinkAction, LinkActionEvent } from '#domain/contacts/plan-by-link.ts';
import { countWords, formatDate, formatDay } from '#web/lib/format.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { readDraft } from './drafts.ts';
import classes from './link-page.module.css';
import { OnOneLine } from './on-one-line.tsx';
import planClasses from './plan.module.css';
import { WorkOnAction } from './work-on-action.tsx';

type Common = {
  /** The contact for whom the link was made. */
  name: string;
  /** The prefix that separates this link's drafts from those of another link in the same browser. */
  draftsOf: string;
  /** Called when the server has stored something, so that the plan is read again. */
  onSent: () => void;
};

/** Shows the hotel's actions about the findings. Shows nothing when there are none. */
export function Plan({ plan, ...common }: Common & { plan: readonly LinkAction[] }) {
  if (plan.length === 0) return null;
  const left = plan.filter(({ moves }) => moves.length > 0).length;
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">Action plan</h2>
      <p className={classes.soft}>
        {left === 0
          ? 'Nothing is left for the hotel to do.'
          : `${countWords(left, 'action')} to do. People of the brand see what you write, and verify what you report done.`}
      </p>
      <ol className={classes.findings}>
        {plan.map((action) => (
          <PlannedAction key={action.id} action={action} {...common} />
        ))}
      </ol>
    </section>
  );
}

function PlannedAction({ action, ...common }: Common & { action: LinkAction }) {
  const { id, questionText, what, severity, status, dueOn, isOverdue, ownerName, earlier } = action;
  const key = `${common.draftsOf}:${id}`;
  const [hadDraft] = useState(() => readDraft(key).text !== '');
  // Undefined until somebody presses. A form that a draft opens takes no focus.
  const [pressed, setPressed] = useState<'open' | 'close'>();
  const isOpen = pressed === undefined ? hadDraft : pressed === 'open';
  return (
    <li className={classes.card} aria-label={`Action: ${questionText}`}>
      <p className={classes.soft}>
        {severity === 'critical' && <strong className={classes.critical}>Critical · </strong>}
        {statusWords[status]}
      </p>
      <p className={classes.question} dir="auto">
        {questionText}
      </p>
      {what !== '' && <p>What will be done: {what}</p>}
      <p className={classes.soft}>
        Due <OnOneLine>{formatDay(dueOn)}</OnOneLine>
        {isOverdue && <strong className={classes.critical}> · Overdue</strong>}
        {ownerName !== null && ` · ${action.isMine ? 'Yours' : ownerName}`}
        {action.ownerLeft && ' (no access)'}
      </p>
      {earlier > 0 && (
        <p className={classes.soft}>{countWords(earlier, 'earlier entry', 'earlier entries')}</p>
      )}
      {action.events.map((event) => (
        <ShownEvent key={event.id} actionId={id} event={event} />
      ))}
      {isOpen ? (
        <WorkOnAction
          {...{ action, ...common }}
          draftKey={key}
          takesFocus={pressed === 'open'}
          onClose={() => setPressed('close')}
        />
      ) : (
        <button
          type="button"
          className={classes.quiet}
          ref={pressed === 'close' ? focusOn : undefined}
          aria-label={`Work on: ${questionText}`}
          onClick={() => setPressed('open')}
        >
          {action.moves.length > 0 ? 'Comment, photo or done' : 'Comment or photo'}
        </button>
      )}
    </li>
  );
}

const statusWords: Readonly<Record<LinkAction['status'], string>> = {
  open: 'Open',
  'in-progress': 'In progress',
  done: 'Reported done, not verified yet',
  verified: 'Verified',
  waived: 'Waived',
  'not-a-finding': 'Not a finding',
  withdrawn: 'Withdrawn',
};

const moveWords: Readonly<Record<NonNullable<LinkActionEvent['move']>, string>> = {
  start: 'Started',
  finish: 'Reported done',
  return: 'Returned',
  verify: 'Verified',
  withdraw: 'Withdrawn',
  pass: 'Verified by a re-assessment',
  reopen: 'Open again',
  clear: 'Closed: not a finding',
  waive: 'Waived',
  'find-again': 'Found again',
};

function ShownEvent({ actionId, event }: { actionId: number; event: LinkActionEvent }) {
  const { kind, by, at, applied, refusal, text, move, photos } = event;
  return (
    <div className={classes.appeal}>
      {applied && move && <p>{moveWords[move]}</p>}
      {refusal !== null && <p>{refusal}</p>}
      {kind === 'evidence' && photos.length === 0 && <p>A file that was deleted since</p>}
      {photos.map(({ fileId, name, hasThumbnail }) => {
        const address = `/api/link/actions/${actionId}/photos/${fileId}`;
        return (
          <a
            key={fileId}
            className={planClasses.file}
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${name} in a new tab`}
          >
            {hasThumbnail ? (
              <img
                className={planClasses.photo}
                src={`${address}/thumbnail`}
                alt={name}
                loading="lazy"
              />
            ) : (
              name
            )}
          </a>
        );
      })}
      {text !== '' && <p className={classes.said}>{text}</p>}
      <p className={classes.soft}>
        {by !== null && `${by}, `}
        <OnOneLine>{formatDate(at)}</OnOneLine>
      </p>
    </div>
  );
}
