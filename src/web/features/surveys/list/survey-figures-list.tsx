import { useMemo } from 'react';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';
import { surveyFigures } from './survey-figures.ts';
import classes from './survey-figures-list.module.css';

/** Shows the maximum score of a response, and how much each category weighs. */
export function SurveyFiguresList({ asked }: { asked: readonly EditionQuestion[] }) {
  const { maximum, shares } = useMemo(() => surveyFigures(asked), [asked]);
  return (
    <section className={classes.figures} aria-label="Figures of this survey">
      <p className={classes.maximum}>
        Maximum score <b>{formatNumber(maximum)}</b>
      </p>
      <h3 className={classes.title}>Share of the weight</h3>
      <dl className={classes.shares}>
        {shares.map(({ category, count, percent }) => (
          <div key={category ?? 'none'}>
            <dt>{category ?? 'No category'}</dt>
            <dd>
              <span className={classes.bar} aria-hidden>
                <i style={{ width: `${percent ?? 0}%` }} />
              </span>
              <b>{formatPercent(percent)}</b>
              <span className={classes.count}>{countWords(count, 'scored question')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
