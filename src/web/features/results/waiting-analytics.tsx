import classes from './analytics.module.css';
import { WaitingFigure } from './figure-panel.tsx';

/** The pictures' places, of the size that they will have. */
export function WaitingAnalytics() {
  return (
    <div className={classes.pictures}>
      <WaitingFigure subject="Average score and interviews by month" height={272} />
      <WaitingFigure subject="Responses by score, in bands of ten percent" height={272} />
      <WaitingFigure subject="Category scores by hotel, the lowest first" height={586} />
      <WaitingFigure subject="Questions that lose the most points" height={626} />
      <div className={classes.whole}>
        <WaitingFigure subject="Hotels compared" height={550} />
      </div>
    </div>
  );
}
