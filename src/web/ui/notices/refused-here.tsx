import { failureTitle, whyFailed } from './failure-words.ts';
import classes from './refused-here.module.css';

/** Shows in a form why the server refused it, if the reason belongs to no field. */
export function RefusedHere({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className={classes.refused}>
      {failureTitle(title, error)}: {whyFailed(error)}
    </p>
  );
}
