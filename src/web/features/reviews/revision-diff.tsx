import type { Revision } from '#domain/responses/correction.ts';
import classes from './reviews.module.css';

type Props = { title: string; revision: Revision };

/** Shows the former and the new answer of each question that a revision changed, side by side. */
export function RevisionDiff({ title, revision: { reason, changes } }: Props) {
  return (
    <section className={classes.diff} aria-label={title}>
      <h3 className={classes.section}>{title}</h3>
      {reason && <p className={classes.note}>{reason}</p>}
      {changes.length === 0 && <p className={classes.soft}>No answer was changed.</p>}
      {changes.map(({ questionId, number, text, from, to }) => (
        <div key={questionId} className={classes.change}>
          <p className={classes.question}>
            {number}. {text}
          </p>
          <Side label="Before" side={from} />
          <Side label="After" side={to} />
        </div>
      ))}
    </section>
  );
}

function Side({ label, side }: { label: string; side: Revision['changes'][number]['from'] }) {
  const { answer, score } = side;
  return (
    <div className={classes.side}>
      <span className={classes.soft}>{label}</span>
      <span>
        {answer ?? 'Not answered'}
        {score !== null && ` (${score})`}
      </span>
    </div>
  );
}
