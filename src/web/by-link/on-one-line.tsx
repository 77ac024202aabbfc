import classes from './link-page.module.css';

/**
 * Shows a date that moves to the next line as a whole. A phone would otherwise break it before the
 * year.
 */
export function OnOneLine({ children }: { children: string }) {
  return <span className={classes.onOneLine}>{children}</span>;
}
