import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { plural } from '#domain/plural.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { countWords } from '#web/lib/format.ts';
import type { StoredFile } from '#web/offline/store/records.ts';

import type { InterviewAction, InterviewState } from '#web/features/interviews/interview-state.ts';
import classes from '#web/features/interviews/interview.module.css';
import type { TakenElsewhere } from '#web/features/interviews/use-taken-elsewhere.ts';
import { wantedWords } from '#web/features/interviews/complete/wanted-evidence.ts';

const load = () => import('#web/features/interviews/evidence/take-evidence.tsx');
/** Loaded when somebody adds evidence, or the answer has some. */
const TakeEvidence = lazy(async () => ({ default: (await load()).TakeEvidence }));

/** The evidence of the interview: the files on this device, and those that other devices have sent. */
export type KeptEvidence = {
  readonly interviewId: string;
  readonly files: readonly StoredFile[];
  readonly elsewhere: TakenElsewhere;
  /** True when the files in `elsewhere` belong to the returned response that is being corrected. */
  readonly wasSent: boolean;
};

type Props = {
  question: EditionQuestion;
  state: InterviewState;
  kept: KeptEvidence;
  act: (action: InterviewAction) => void;
};

/** Offers to add evidence to the answer, and shows what was added. Missing evidence never disables Next. */
export function EvidenceOfAnswer({ question, state, kept, act }: Props) {
  const [isOpen, setOpen] = useState(false);
  // The part takes the focus when the person opens it, and not when they come to the question.
  const [takesFocus, setTakesFocus] = useState(false);
  const files = kept.files.filter(({ questionId }) => questionId === question.id);
  const isLost = state.awaiting?.questionId === question.id && state.awaiting.isLost;
  if (question.evidence === 'none' && files.length === 0) return null;
  const elsewhere = kept.elsewhere.filter(({ questionId }) => questionId === question.id);
  const words = files.length === 0 ? wantedWords(state) : null;
  const isShown = isOpen || isLost || files.length > 0;
  // The part stays open when its last file is removed, because it has the focus.
  if (isShown && !isOpen) setOpen(true);
  return (
    <>
      {!isShown && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.quiet}
          leftSection={<IconCamera size={18} aria-hidden />}
          onPointerEnter={() => void load()}
          onClick={() => {
            setTakesFocus(true);
            setOpen(true);
          }}
        >
          Add a photo
        </Button>
      )}
      {elsewhere.length > 0 && (
        <p className={classes.wanted}>{elsewhereWords(elsewhere, kept.wasSent)}</p>
      )}
      {elsewhere.length === 0 && words !== null && <p className={classes.wanted}>{words}</p>}
      {isShown && (
        <Suspense fallback={<div className={classes.evidence} />}>
          <TakeEvidence
            place={{ interviewId: kept.interviewId, questionId: question.id }}
            {...{ files, isLost, takesFocus, act }}
          />
        </Suspense>
      )}
    </>
  );
}

function elsewhereWords(files: TakenElsewhere, wasSent: boolean): string {
  const noun = files.every(({ kind }) => kind === 'photo') ? 'photo' : 'file';
  const were = plural(files.length, 'was', 'were');
  const how = wasSent ? 'sent before and stay' : 'taken on another device';
  return `${countWords(files.length, noun)} ${were} ${how}.`;
}
