import { formatMoment, countWords } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import type { SheetInterview } from '#web/offline/store/exit-plan-records.ts';
import { meanOf, type InterviewHere } from '#web/offline/drafts/findings-here.ts';
import { receiptDays } from '#web/offline/store/database.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Score } from '#web/ui/charts/score.tsx';

import classes from './exit.module.css';
import { useExitSettings } from './exit-settings.ts';

type Props = {
  interviews: readonly InterviewHere[];
  /** How many interviews of this device cannot be scored, because the device no longer has their edition. */
  unread: number;
  /** How many interviews of the round were held on other devices and have not been read by this one. */
  unseen: number;
  isRoundKnown: boolean;
};

export function unseenInWords(unseen: number): string {
  const [other, is] = unseen === 1 ? ['interview', 'is'] : ['interviews', 'are'];
  return `${unseen} other ${other} of this round ${is} not on this device.`;
}

/** Shows the score and the reasons for the verdict, and the interviews that they come from. */
export function MadeFrom({ interviews, unread, unseen, isRoundKnown }: Props) {
  const showsScore = useExitSettings().showsScore;
  const others = interviews.filter(({ from }) => from === 'server').length;
  const here = interviews.length - others;
  const scope = isRoundKnown ? 'in this round' : `here in the last ${receiptDays} days`;
  const parts = [
    (here > 0 || others === 0) &&
      `${countWords(here, 'interview')} that this device completed ${scope}`,
    others > 0 &&
      (here > 0
        ? `${countWords(others, 'other')} that the server has shown`
        : `${countWords(others, 'interview')} of this round that the server has shown`),
    unread > 0 && `without ${unread} whose survey is not on this device any more`,
  ];
  return (
    <Panel
      title={showsScore ? 'Score' : 'Interviews'}
      lead={`Made from ${parts.filter(Boolean).join(', and ')}`}
    >
      <ScoreOf
        interviews={interviews}
        percent={meanOf(interviews, usePortfolioLine())}
        isHidden={!showsScore}
      />
      {unseen > 0 && <p className={classes.unseenHere}>{unseenInWords(unseen)}</p>}
    </Panel>
  );
}

type ScoreProps = {
  interviews: readonly SheetInterview[];
  percent: number | null;
  /** True when the installation hides scores and causes in exit meetings (rule 157). */
  isHidden: boolean;
};

export function ScoreOf({ interviews, percent, isHidden }: ScoreProps) {
  return (
    <>
      {!isHidden && (
        <p className={classes.score}>
          <Score percent={percent} {...(interviews.length === 1 && oneVerdict(interviews))} />
          {interviews.length > 1 && (
            <span className={classes.soft}>
              Mean of {countWords(interviews.length, 'interview')}
            </span>
          )}
        </p>
      )}
      <ul className={classes.interviews}>
        {interviews.map((one) => (
          <li key={`${one.completedAt} ${one.respondentName}`}>
            <div>
              <strong>{one.respondentName}</strong>, {one.respondentJobTitle}
              <p className={classes.soft}>
                {one.surveyTitle}, {formatMoment(one.completedAt)}
              </p>
              {!isHidden && one.why !== null && <p>{one.why}</p>}
            </div>
            {!isHidden && <Score percent={one.percent} verdict={one.verdict} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the verdict of a single interview, which the pass line of its own survey decided. */
function oneVerdict([one]: readonly SheetInterview[]) {
  return one ? { verdict: one.verdict } : {};
}
