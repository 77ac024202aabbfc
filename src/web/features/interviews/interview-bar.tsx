import { Button, Switch } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck, IconDeviceFloppy } from '@tabler/icons-react';
import { useState, type RefObject } from 'react';

import { hasUnsent } from '#web/offline/files/kept-files.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { copyNow } from '#web/offline/sync/sync-status.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import classes from './interview.module.css';
import { canGoOn, isLast, isStuck, previousPlace, type InterviewState } from './interview-state.ts';
import type { LiveInterview } from './live-interview.ts';

type Props = {
  live: LiveInterview;
  state: InterviewState;
  clientId: string;
  isFinishing: boolean;
  onComplete: () => void;
  nextRef: RefObject<HTMLButtonElement | null>;
  /** True when the interview goes on by itself after a choice. */
  goesOn: boolean;
  onGoesOn: (goesOn: boolean) => void;
};

const goesOnClasses = {
  root: classes.goesOn ?? '',
  body: classes.goesOnBody ?? '',
  label: classes.goesOnWords ?? '',
};

/**
 * Shows the buttons at the foot, within the thumb's reach: Previous, Save Progress, and Next or
 * Complete.
 */
export function InterviewBar(props: Props) {
  const { live, state, clientId, isFinishing, onComplete, nextRef, goesOn, onGoesOn } = props;
  const isEnd = isLast(state);
  const label = isEnd ? 'Complete' : 'Next';
  // When the interview has just gone on by itself, a press was probably meant for the question
  // before, so it is ignored.
  const nextGuard = usePressGuard(`${label} ${state.goneOn}`);
  const isFirst = previousPlace(state) === undefined;
  const previousGuard = usePressGuard(isFirst ? 'none' : 'previous');
  return (
    <footer className={classes.bar}>
      <div className={classes.barInner}>
        <Button
          {...previousGuard}
          size="lg"
          variant="default"
          className={classes.previous}
          disabled={isFirst || isStuck(state)}
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={() => live.act({ type: 'previous' })}
        >
          <span className={classes.previousWords}>Previous</span>
        </Button>
        <Switch
          classNames={goesOnClasses}
          label="Go on after a choice"
          checked={goesOn}
          onChange={(event) => onGoesOn(event.currentTarget.checked)}
        />
        <SaveProgress live={live} clientId={clientId} />
        <Button
          {...nextGuard}
          ref={nextRef}
          size="lg"
          className={classes.next}
          disabled={!canGoOn(state)}
          loading={isFinishing}
          rightSection={
            isEnd ? <IconCheck size={20} aria-hidden /> : <IconArrowRight size={20} aria-hidden />
          }
          data-complete={isEnd || undefined}
          onClick={() => (isEnd ? onComplete() : live.act({ type: 'next' }))}
        >
          {label}
        </Button>
      </div>
    </footer>
  );
}

function SaveProgress({ live, clientId }: { live: LiveInterview; clientId: string }) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const saved = await live.written();
    const isOnServer =
      saved === 'saved' &&
      (await within(5_000, copyNow(clientId))) &&
      !(await hasUnsent(currentStore(), clientId));
    setSaving(false);
    if (saved !== 'saved')
      toast.error('Not saved yet', 'This device could not store the last answers.');
    else if (isOnServer) toast.success('Progress saved', 'It is safe on the server.');
    else
      toast.success(
        'Progress saved',
        'It is safe on this device, and goes to the server when there is a connection.',
      );
  };
  return (
    <Button
      size="lg"
      variant="subtle"
      loading={isSaving}
      leftSection={<IconDeviceFloppy size={20} aria-hidden />}
      className={classes.save}
      onClick={() => void save()}
    >
      Save Progress
    </Button>
  );
}

/** Resolves to the action's result, or to false when the action takes too long. */
function within(milliseconds: number, act: Promise<boolean>): Promise<boolean> {
  return Promise.race([
    act,
    new Promise<boolean>((done) => setTimeout(() => done(false), milliseconds)),
  ]);
}
