import { useId, useRef, useState, type SubmitEvent } from 'react';

import type { AppealInput } from '#domain/appeals/appeal-input.ts';
import { longestClaim, notApplicable } from '#domain/appeals/claim.ts';
import type { LinkFinding } from '#domain/contacts/round-by-link.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import { callByLink, LinkError } from './call-by-link.ts';
import classes from './link-page.module.css';
import { keepDraft, readDraft } from './drafts.ts';
import { newClientId } from './new-client-id.ts';

type Props = {
  finding: LinkFinding;
  responseId: number;
  /** The contact for whom the link was made. */
  name: string;
  onFiled: () => void;
};

/** Shows the button and form to appeal a finding. The typed claim stays when the server refuses the appeal, and after a reload. */
export function AppealByLink({ finding, responseId, name, onFiled }: Props) {
  const [state, setState] = useState<'new' | 'open' | 'cancelled'>('new');
  if (state !== 'open')
    return (
      <button
        type="button"
        className={classes.quiet}
        ref={state === 'cancelled' ? focusOn : undefined}
        aria-label={`Appeal question ${finding.number}: ${finding.text}`}
        onClick={() => setState('open')}
      >
        This is not right
      </button>
    );
  return (
    <AppealForm
      {...{ finding, responseId, name, onFiled }}
      onCancel={() => setState('cancelled')}
    />
  );
}

type FormProps = Props & { onCancel: () => void };

function AppealForm({ finding, responseId, name, onFiled, onCancel }: FormProps) {
  const id = useId();
  const [wanted, setWanted] = useState('');
  const [claim, setClaim] = useClaim(`appeal ${responseId} ${finding.questionId}`);
  const { form, file, isBusy, error } = useFiling(() => {
    setClaim('');
    onFiled();
  });
  const isReady = wanted !== '' && claim.trim() !== '' && !isBusy;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    void file({
      ...{ responseId, questionId: finding.questionId, claim: claim.trim() },
      wanted: wanted === notApplicable ? notApplicable : Number(wanted),
    });
  };
  return (
    <form className={classes.form} aria-label="Appeal" tabIndex={-1} ref={form} onSubmit={submit}>
      <label htmlFor={`${id}-wanted`}>What should the answer be?</label>
      <select
        id={`${id}-wanted`}
        ref={focusOn}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      >
        <option value="">Please choose</option>
        {finding.choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-claim`}>Why is the answer wrong?</label>
      <textarea
        id={`${id}-claim`}
        rows={4}
        maxLength={longestClaim}
        value={claim}
        onChange={(event) => setClaim(event.currentTarget.value)}
      />
      <p className={classes.soft}>
        The appeal is filed in the name of {name}. Somebody of the brand decides it.
      </p>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.buttons}>
        <button type="submit" className={classes.primary} disabled={!isReady}>
          File appeal
        </button>
        <button type="button" className={classes.quiet} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Returns the typed claim, which outlasts a reload, and a function that changes it. */
function useClaim(key: string) {
  const [claim, setClaim] = useState(() => readDraft(key).text);
  const change = (text: string) => {
    setClaim(text);
    keepDraft(key, { text });
  };
  return [claim, change] as const;
}

type Appeal = Omit<AppealInput, 'clientId'>;

/** Returns a function that files an appeal, why the server refused the last one, and a ref for the form. */
function useFiling(onFiled: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const form = useFocusAfter<HTMLFormElement>(isBusy);
  const keyOf = useClientId();
  const file = async (appeal: Appeal) => {
    setBusy(true);
    setError(undefined);
    try {
      const body = { ...appeal, clientId: keyOf(JSON.stringify(appeal)) };
      await callByLink<unknown>({ method: 'POST', path: '/api/link/appeals', body });
      onFiled();
    } catch (failure) {
      setBusy(false);
      setError(failure instanceof LinkError ? failure.message : 'Please try again.');
    }
  };
  return { form, file, isBusy, error };
}

/**
 * Returns a function that returns an appeal's client id. The same content keeps its id, so the server stores it
 * only once.
 */
function useClientId(): (content: string) => string {
  const last = useRef({ content: '', id: '' });
  return (content) => {
    if (content !== last.current.content) {
      last.current = { content, id: newClientId() };
    }
    return last.current.id;
  };
}
