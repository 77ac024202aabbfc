import { useId, useRef, useState, type SubmitEvent } from 'react';

import type { AppealInput } from '#domain/appeals/appeal-input.ts';
import { longestClaim, notApplicable } from '#domain/appeals/claim.ts';
import type { LinkFinding } from '#domain/contacts/round-by-link.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import { callByLink, LinkError } from './call-by-link.ts';
import classes from './link-page.module.css';
import { asSent, keepDraft, readDraft, type Draft } from './drafts.ts';

type Props = {
  finding: LinkFinding;
  responseId: number;
  /** The contact for whom the link was made. */
  name: string;
  /** The prefix that separates this link's drafts from those of another link in the same browser. */
  draftsOf: string;
  /** The number of appeals of this question that the page shows. */
  earlier: number;
  onFiled: () => void;
};

/**
 * Shows the button and form to appeal a finding. The claim and the wanted answer stay when the server refuses the
 * appeal, and after a reload.
 */
export function AppealByLink({ finding, ...others }: Props) {
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
  return <AppealForm {...{ finding, ...others }} onCancel={() => setState('cancelled')} />;
}

type FormProps = Props & { onCancel: () => void };

function AppealForm({ onCancel, ...props }: FormProps) {
  const id = useId();
  const { wanted, claim, change, file, isBusy, error } = useAppeal(props);
  const form = useFocusAfter<HTMLFormElement>(isBusy);
  const isReady = wanted !== '' && claim.trim() !== '' && !isBusy;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) void file();
  };
  return (
    <form className={classes.form} aria-label="Appeal" tabIndex={-1} ref={form} onSubmit={submit}>
      <label htmlFor={`${id}-wanted`}>What should the answer be?</label>
      <select
        id={`${id}-wanted`}
        ref={focusOn}
        value={wanted}
        onChange={(event) => change({ wanted: event.currentTarget.value })}
      >
        <option value="">Please choose</option>
        {props.finding.choices.map(({ value, text }) => (
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
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <p className={classes.soft}>
        The appeal is filed in the name of {props.name}. Somebody of the brand decides it.
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

/** Returns the draft of an appeal, functions that change and file it, and why the server refused the last one. */
function useAppeal({ finding, responseId, draftsOf, earlier, onFiled }: Props) {
  const { questionId, choices } = finding;
  const key = `${draftsOf}:appeal:${responseId}:${questionId}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // A ref, because a second press may come before React has rendered the first.
  const isFiling = useRef(false);
  const keep = (next: Draft) => {
    setDraft(next);
    keepDraft(key, next);
  };
  // The round may have been corrected since, and then has other choices.
  const wanted = choices.some(({ value }) => String(value) === draft.wanted) ? draft.wanted : '';
  const claim = draft.text;
  const file = async () => {
    if (isFiling.current) return;
    isFiling.current = true;
    setBusy(true);
    setError(undefined);
    const appeal: Omit<AppealInput, 'clientId'> = {
      ...{ responseId, questionId, claim: claim.trim() },
      wanted: wanted === notApplicable ? notApplicable : Number(wanted),
    };
    const sent = asSent(draft, JSON.stringify({ ...appeal, earlier }));
    keep({ ...draft, sent });
    try {
      const body = { ...appeal, clientId: sent.clientId };
      await callByLink<unknown>({ method: 'POST', path: '/api/link/appeals', body });
      keep({ text: '' });
      onFiled();
    } catch (failure) {
      isFiling.current = false;
      setBusy(false);
      setError(failure instanceof LinkError ? failure.message : 'Please try again.');
    }
  };
  const change = (changed: Partial<Draft>) => keep({ ...draft, ...changed });
  return { wanted: wanted ?? '', claim, change, file, isBusy, error };
}
