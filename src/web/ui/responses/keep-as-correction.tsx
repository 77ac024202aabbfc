import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { keepAsCorrection } from '#web/offline/outbox/corrections.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { toast } from '#web/ui/notices/toast.ts';
import classes from './completed-elsewhere.module.css';

type Props = {
  envelope: Envelope;
  responseId: number;
  /** True when the person did not send the response. They must then give a reason (rule 42). */
  needsReason: boolean;
  answers: readonly GivenAnswer[];
};

/** Shows the form that sends the answers given here as a correction of the stored response. */
export function KeepAsCorrection({ envelope, responseId, needsReason, answers }: Props) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isSending, setSending] = useState(false);
  const keep = async () => {
    if (needsReason && reason.trim() === '') return setMissing(true);
    setSending(true);
    try {
      const correction = { reason: reason.trim(), responseAnswers: answers };
      await keepAsCorrection(currentStore(), envelope, responseId, correction);
      toast.success('Response corrected', 'Your answers are stored. The former ones are kept.');
    } catch (error) {
      setSending(false);
      toast.failure('The correction was not stored', error);
    }
  };
  return (
    <form
      className={classes.keep}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      {needsReason && (
        <TextInput
          className={classes.reason ?? ''}
          label="Reason for the correction"
          {...mustFill}
          maxLength={2_000}
          value={reason}
          error={isMissing && reason.trim() === '' && 'Reason is required'}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Button type="submit" loading={isSending}>
        Keep my answers as a correction
      </Button>
    </form>
  );
}
