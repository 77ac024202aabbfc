import { useId, useRef, useState } from 'react';

import type { LinkAction, LinkEventInput } from '#domain/contacts/plan-by-link.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import { callByLink, LinkError } from './call-by-link.ts';
import { asSent, keepDraft, readDraft, type Draft } from './drafts.ts';
import classes from './link-page.module.css';
import planClasses from './plan.module.css';
import { usePhoto } from './use-photo.ts';

/** The most characters of a comment that the server accepts (`longestActionText`). */
const longest = 2_000;

type Props = {
  action: LinkAction;
  draftKey: string;
  name: string;
  /** True when somebody has just opened the form. */
  takesFocus: boolean;
  onSent: () => void;
  onClose: () => void;
};

/** Shows a text field, and buttons for what a hotel contact can do with an action. */
export function WorkOnAction({ action, draftKey, name, takesFocus, onSent, onClose }: Props) {
  const id = useId();
  const { text, setText, send, photo, isBusy, isSent, error } = useWork(action, draftKey, onSent);
  const words = text.trim();
  const finish = action.moves.find(({ move }) => move === 'finish');
  const isWaiting = isBusy || photo.isBusy;
  const form = useFocusAfter<HTMLDivElement>(isWaiting);
  const discard = () => {
    focusOn(form.current);
    photo.discard();
  };
  const label = `Work on ${action.questionText}`;
  return (
    <div className={classes.form} role="group" aria-label={label} tabIndex={-1} ref={form}>
      <label htmlFor={`${id}-text`}>Comment, or what was done</label>
      <textarea
        id={`${id}-text`}
        ref={takesFocus ? focusOn : undefined}
        rows={3}
        maxLength={longest}
        readOnly={isBusy}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={classes.soft}>
        It is sent in the name of {name}. To propose another day or person, write it here.
        {finish?.wants === 'evidence' && ' This is critical: it is done with a photo.'}
      </p>
      <Outcome error={error ?? photo.error} isWaiting={isWaiting} isSent={isSent} />
      <div className={classes.buttons}>
        <MoveButtons
          action={action}
          isWaiting={isWaiting}
          onMove={(move) => void send({ ...move, text: words })}
        />
        <button
          type="button"
          className={classes.quiet}
          disabled={isWaiting || words === ''}
          onClick={() => void send({ kind: 'comment', text: words })}
        >
          Send comment
        </button>
        <PhotoButtons photo={{ ...photo, discard }} isWaiting={isWaiting} />
        <button
          type="button"
          className={classes.quiet}
          // Closing would drop the photo.
          disabled={photo.isBusy || photo.waits}
          onClick={onClose}
        >
          Close
        </button>
      </div>
    </div>
  );
}

type OutcomeProps = { error: string | undefined; isWaiting: boolean; isSent: boolean };

function Outcome({ error, isWaiting, isSent }: OutcomeProps) {
  const isWell = isSent && error === undefined;
  return (
    <>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {/* Always there: a screen reader reads only what changes in a status that it already knows. */}
      <p className={classes.status} role="status">
        {isWaiting ? 'Sending…' : isWell ? 'Sent.' : ''}
      </p>
    </>
  );
}

type Moved = Pick<Extract<LinkEventInput, { kind: 'status' }>, 'kind' | 'from' | 'to'>;
type MoveProps = { action: LinkAction; isWaiting: boolean; onMove: (move: Moved) => void };

function MoveButtons({ action, isWaiting, onMove }: MoveProps) {
  const can = (wanted: 'start' | 'finish') => action.moves.some(({ move }) => move === wanted);
  return (
    <>
      {can('finish') && (
        <button
          type="button"
          className={classes.primary}
          disabled={isWaiting}
          onClick={() => onMove({ kind: 'status', from: seen(action), to: 'done' })}
        >
          Report done
        </button>
      )}
      {can('start') && (
        <button
          type="button"
          className={classes.quiet}
          disabled={isWaiting}
          onClick={() => onMove({ kind: 'status', from: 'open', to: 'in-progress' })}
        >
          Start
        </button>
      )}
    </>
  );
}

type PhotoProps = { photo: ReturnType<typeof usePhoto>; isWaiting: boolean };

/** Shows the button that chooses a photo, or the one that resends a photo that did not arrive. */
function PhotoButtons({ photo, isWaiting }: PhotoProps) {
  if (photo.waits)
    return (
      <>
        <button
          type="button"
          className={classes.quiet}
          disabled={isWaiting}
          onClick={() => void photo.sendAgain()}
        >
          Send the photo again
        </button>
        <button
          type="button"
          className={classes.quiet}
          disabled={isWaiting}
          onClick={photo.discard}
        >
          Discard the photo
        </button>
      </>
    );
  return (
    <label className={`${classes.quiet} ${planClasses.choose}`}>
      Add a photo
      <input
        type="file"
        accept="image/*"
        disabled={isWaiting}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void photo.send(file);
        }}
      />
    </label>
  );
}

function seen({ status }: LinkAction): 'open' | 'in-progress' {
  return status === 'open' ? 'open' : 'in-progress';
}

/** Returns what {@link useEvents} and {@link usePhoto} return, and whether the last thing that was sent has arrived. */
function useWork(action: LinkAction, draftKey: string, onSent: () => void) {
  const [isSent, setSent] = useState(false);
  const sent = () => {
    setSent(true);
    onSent();
  };
  const events = useEvents(action, draftKey, sent);
  const photo = usePhoto(action.id, { onBegin: events.clearError, onSent: sent });
  const setText = (text: string) => {
    setSent(false);
    events.setText(text);
  };
  const discard = () => {
    setSent(false);
    photo.discard();
  };
  return { ...events, setText, photo: { ...photo, discard }, isSent };
}

type Unnamed<T> = T extends unknown ? Omit<T, 'clientId'> : never;

/** Returns the typed text, and a function that sends an event. The text stays until the server has it. */
function useEvents(action: LinkAction, draftKey: string, onSent: () => void) {
  const [draft, setDraft] = useState(() => readDraft(draftKey));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // A ref, because a second press may come before React has rendered the first.
  const isSending = useRef(false);
  const keep = (next: Draft) => {
    setDraft(next);
    keepDraft(draftKey, next);
  };
  const send = async (event: Unnamed<LinkEventInput>) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(undefined);
    const sent = asSent(draft, JSON.stringify(event));
    keep({ ...draft, sent });
    try {
      const body = { ...event, clientId: sent.clientId };
      await callByLink<unknown>({
        method: 'POST',
        path: `/api/link/actions/${action.id}/events`,
        body,
      });
      keep({ text: '' });
      onSent();
    } catch (failure) {
      setError(failure instanceof LinkError ? failure.message : 'Please try again.');
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  const setText = (text: string) => keep({ ...draft, text });
  const clearError = () => setError(undefined);
  return { text: draft.text, setText, send, isBusy, error, clearError };
}
