import { Button, Group } from '@mantine/core';

import { scoreResponse } from '#domain/scoring/score-response.ts';
import { scoreInWords } from '#domain/scoring/verdict-in-words.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import classes from './survey-preview.module.css';
import type { Preview } from './use-preview.ts';

type Props = {
  asked: readonly EditionQuestion[];
  rules: SurveyRules | undefined;
  preview: Preview;
  onClose: () => void;
};

/** Shows the score of the answers in the preview. */
export function PreviewEnd({ asked, rules, preview, onClose }: Props) {
  const score = scoreResponse(asked, preview.given, { rules });
  const verdict = verdictOf(score);
  const percent = percentOf(score);
  const edition = { questions: asked, rules };
  const why = scoreInWords(edition, preview.given, score, formatPercent(percent));
  return (
    <section className={classes.end} aria-label="Score of this trial" ref={focusOn} tabIndex={-1}>
      <p className={classes.percent}>
        <Score percent={percent} verdict={verdict} bare />
      </p>
      <p className={classes.points}>
        {formatNumber(score.totalScore)} of {formatNumber(score.maxScore)} points{' '}
        <VerdictBadge verdict={verdict} />
      </p>
      {why && <p className={classes.points}>{why}</p>}
      <Group gap="sm">
        <Button variant="default" onClick={() => preview.go(preview.count - 1)}>
          Previous
        </Button>
        <Button variant="default" onClick={preview.restart}>
          Start Again
        </Button>
        <Button onClick={onClose}>Close Preview</Button>
      </Group>
    </section>
  );
}
