import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { RulesDraftInput } from '#domain/surveys/rules-preview.ts';

const load = () => import('./rules-preview-dialog.tsx');
/** Loads the dialog before the press. If that fails, the press tries again. */
const preload = () => void load().catch(() => undefined);
const PreviewDialog = lazy(async () => ({ default: (await load()).RulesPreviewDialog }));

/** The draft to try: rules, and questions if a form changes them. */
export type TriedRules = Pick<RulesDraftInput, 'rules' | 'questions'>;

type Props = {
  surveyId: number;
  /** Returns the form's present draft. Shows the mistake and returns undefined when the draft has one. */
  draft: () => TriedRules | undefined;
};

/**
 * Renders the button that tries changed rules on past responses, and its dialog, which is loaded when it is
 * needed. Each press tries the form's draft of that moment.
 */
export function RulesPreview({ surveyId, draft }: Props) {
  const [tried, setTried] = useState<{ draft: TriedRules; turn: number }>();
  const [isOpen, setOpen] = useState(false);
  const begin = () => {
    const given = draft();
    if (!given) return;
    setTried((before) => ({ draft: given, turn: (before?.turn ?? 0) + 1 }));
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconScale size={18} stroke={1.6} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={begin}
      >
        See what this would change
      </Button>
      {tried && (
        <Suspense fallback={null}>
          <PreviewDialog {...{ surveyId, tried, isOpen }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
