import { Anchor } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { percentOf } from '#domain/scoring/verdict.ts';
import { formatNumber } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { paths } from '#web/paths.ts';
import { Score } from '#web/ui/charts/score.tsx';

import classes from './complete.module.css';
import type { ReportHere, WeakAnswer } from './weakest-answers.ts';

type Props = {
  report: ReportHere;
  /** The response's id on the server. Null until it has arrived there. */
  responseId: number | null;
};

/**
 * Shows the interview's figures: its score in each category, and the answers that lost the most
 * points.
 */
export function CompleteReport({ report, responseId }: Props) {
  const { categories, weakest, maxScore } = report;
  const line = usePortfolioLine();
  return (
    <>
      {categories.length > 0 && (
        <section className={classes.part} aria-labelledby="categories">
          <h2 id="categories">Categories</h2>
          <dl className={classes.categories}>
            {categories.map(({ category, sums: { score, maximum } }) => (
              <div key={category}>
                <dt>{category}</dt>
                <dd>
                  <Score percent={percentOf({ totalScore: score, maxScore: maximum }, line)} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {maxScore > 0 && (
        <section className={classes.part} aria-labelledby="weakest">
          <h2 id="weakest">Weakest answers</h2>
          {weakest.length === 0 && <p>No answer lost a point.</p>}
          <ul className={classes.weakest}>
            {weakest.map((one) => (
              <Weak key={one.questionId} weak={one} />
            ))}
          </ul>
        </section>
      )}
      <p className={classes.whole}>
        {responseId === null ? (
          'The whole response can be opened once it has arrived on the server.'
        ) : (
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to={paths.results} search={{ response: responseId }} />
            )}
          >
            Open the whole response <IconArrowRight size={16} aria-hidden />
          </Anchor>
        )}
      </p>
    </>
  );
}

function Weak({ weak: { number, question, answer, lost, maximum } }: { weak: WeakAnswer }) {
  return (
    <li>
      <div>
        <p className={classes.asked}>
          {number}. <bdi>{question}</bdi>
        </p>
        <p className={classes.given} dir="auto">
          {answer}
        </p>
      </div>
      <p className={classes.lost}>
        Lost {formatNumber(lost)} of {formatNumber(maximum)}
      </p>
    </li>
  );
}
