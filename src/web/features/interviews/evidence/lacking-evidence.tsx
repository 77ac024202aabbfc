import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';

import { longestEvidenceReason } from '#domain/responses/further-fields.ts';
import type { InterviewState } from '#web/features/interviews/interview-state.ts';
import { QuestionLinks } from '#web/features/interviews/questions/question-links.tsx';
import { WayToQuestion } from '#web/features/interviews/questions/way-to-question.tsx';
import type { Lacking } from '#web/features/interviews/complete/wanted-evidence.ts';
import { countWords } from '#web/lib/format.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

type Props = {
  state: InterviewState;
  lacking: Lacking;
  isOpen: boolean;
  onClose: () => void;
  onGo: (index: number) => void;
  onComplete: (reason: string) => void;
};

/**
 * Lists the answers that lack evidence, before an interview is completed. Each one links to its question. The
 * person can complete the interview without the evidence if they give a reason.
 */
export function LackingEvidence({ isOpen, onClose, onGo, ...props }: Props) {
  // Kept here, so that the typed reason is still there when the person comes back from a question.
  const [reason, setReason] = useState('');
  const { places, areFindings } = props.lacking;
  const title = areFindings
    ? `${countWords(places.length, 'finding has', 'findings have')} no photo`
    : `${countWords(places.length, 'answer has', 'answers have')} no evidence`;
  return (
    <WayToQuestion title={title} isOpen={isOpen} onClose={onClose} onGo={onGo}>
      {(go) => <List {...props} reason={reason} onReason={setReason} onGo={go} />}
    </WayToQuestion>
  );
}

type ListProps = Omit<Props, 'isOpen' | 'onClose'> & {
  reason: string;
  onReason: (reason: string) => void;
};

function List({ state, lacking: { places }, reason, onReason, onGo, onComplete }: ListProps) {
  const guard = usePressGuard('complete without');
  const [wasPressed, setPressed] = useState(false);
  const count = countText(reason, longestEvidenceReason);
  const isMissing = reason.trim() === '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        if (!isMissing && !count.error) onComplete(reason.replaceAll('\u0000', '').trim());
      }}
    >
      <Stack gap="md">
        <QuestionLinks state={state} places={places} onGo={onGo} />
        <Textarea
          label="Why is evidence missing?"
          description="Kept with the response"
          {...mustFill}
          {...count}
          error={count.error ?? (wasPressed && isMissing && 'Reason is required')}
          rows={2}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      </Stack>
      <DialogFoot>
        <Button {...guard} type="submit" variant="default" size="lg">
          Complete without
        </Button>
        <Button size="lg" data-autofocus onClick={() => onGo(places[0] ?? 0)}>
          Go there
        </Button>
      </DialogFoot>
    </form>
  );
}
