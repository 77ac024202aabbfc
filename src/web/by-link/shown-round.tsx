import { useState } from 'react';

import type { LinkAppeal, LinkFinding, RoundByLink } from '#domain/contacts/round-by-link.ts';
import { sameFindingsInWords } from '#domain/rounds/same-finding.ts';
import { countWords, formatDate, formatDay, formatPercent } from '#web/lib/format.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import { AppealByLink } from './appeal-by-link.tsx';
import classes from './link-page.module.css';
import { OnOneLine } from './on-one-line.tsx';
import { Plan } from './plan.tsx';
import { SelfAssessmentByLink, UnsentAnswers } from './self-assessment.tsx';
import { useOpenedSurvey } from './use-opened-survey.ts';

type Props = RoundByLink & { onFiled: () => void; onClose: () => void };

/**
 * Shows a round to the hotel: its score, the action plan, and the findings. Before a self-assessment is
 * approved, it shows the surveys that the hotel answers itself.
 */
export function ShownRound({ contact, hotel, round, result, expiresAt, ...others }: Props) {
  const { selfAssessment, ...acts } = others;
  const [opened, open] = useOpenedSurvey(acts.linkId, selfAssessment);
  const self = selfAssessment && (
    <SelfAssessmentByLink
      {...{ selfAssessment, opened }}
      name={contact.name}
      onOpen={open}
      onSent={acts.onFiled}
    />
  );
  // While an interview is open, show only its questions.
  if (self && opened !== undefined) return self;
  return (
    <>
      <header className={classes.head}>
        <h1 tabIndex={-1} ref={focusOn}>
          {hotel.name}
        </h1>
        <p className={classes.soft}>
          {hotel.brand} · {hotel.city}
        </p>
        <p>
          <strong>{round.kind === 'self' ? 'Self-assessment' : round.stage}</strong>
          {round.approvedAt !== null && (
            <>
              , approved on <OnOneLine>{formatDate(round.approvedAt)}</OnOneLine>
            </>
          )}
        </p>
      </header>
      {result ? (
        <>
          {selfAssessment && <UnsentAnswers {...{ selfAssessment }} onSent={acts.onFiled} />}
          <ShownScore {...result} />
          <Plan {...result} name={contact.name} draftsOf={expiresAt} onSent={acts.onFiled} />
          <Findings {...result} name={contact.name} draftsOf={expiresAt} onFiled={acts.onFiled} />
          <OtherAppeals {...result} />
        </>
      ) : (
        (self ?? <NotApproved />)
      )}
      <footer className={classes.foot}>
        <p>
          This link was made for {contact.name} and can be used until{' '}
          <OnOneLine>{`${formatDate(expiresAt)}.`}</OnOneLine> Everybody who has it sees this page,
          and acts in the name of {contact.name}.
        </p>
        <button type="button" className={classes.quiet} onClick={acts.onClose}>
          Close on this device
        </button>
      </footer>
    </>
  );
}

function NotApproved() {
  return (
    <section className={classes.card}>
      <h2>Not approved yet</h2>
      <p>
        The assessment is still being worked on. Once it is approved, you will find its score and
        findings here, by the same link.
      </p>
    </section>
  );
}

type Result = NonNullable<RoundByLink['result']>;

type ScoreProps = Pick<Result, 'percent' | 'verdict' | 'sameFindings'>;

function ShownScore({ percent, verdict, sameFindings }: ScoreProps) {
  const cause = sameFindingsInWords(sameFindings);
  return (
    <section className={classes.card} aria-label="Score">
      <p className={classes.score} data-verdict={verdict}>
        {formatPercent(percent)} <span>{verdict}</span>
      </p>
      {cause !== null && <p className={classes.soft}>{cause}</p>}
    </section>
  );
}

/** What the form of an appeal needs besides its finding. */
type Filing = { name: string; draftsOf: string; onFiled: () => void };

function Findings({ name, draftsOf, onFiled, ...result }: Result & Filing) {
  const { interviews, appealsUntil, canAppeal, appeals } = result;
  const count = interviews.reduce((sum, { findings }) => sum + findings.length, 0);
  if (count === 0)
    return (
      <section className={classes.card}>
        <h2>No findings</h2>
        <p>Nothing was found that falls below the standard.</p>
      </section>
    );
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{countWords(count, 'finding')}</h2>
      {appealsUntil !== null && (
        <p className={classes.soft}>
          {canAppeal
            ? 'If an answer is not right, you can appeal it until '
            : 'Appeals could be filed until '}
          <OnOneLine>{`${formatDay(appealsUntil)}.`}</OnOneLine>
        </p>
      )}
      {interviews.map(({ responseId, surveyTitle, completedAt, findings }) => (
        <section key={responseId} className={classes.interview}>
          <h3>
            {surveyTitle}{' '}
            <span className={classes.soft}>
              <OnOneLine>{formatDate(completedAt)}</OnOneLine>
            </span>
          </h3>
          <ol className={classes.findings}>
            {findings.map((finding) => (
              <Finding
                key={finding.questionId}
                {...{ finding, responseId, canAppeal, name, draftsOf, onFiled }}
                appeals={appeals.filter(
                  (one) => one.responseId === responseId && one.questionId === finding.questionId,
                )}
              />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

/** Shows the appeals of answers that are no longer findings, because the appeals were upheld. */
function OtherAppeals({ interviews, appeals }: Pick<Result, 'interviews' | 'appeals'>) {
  const others = appeals.filter(
    ({ responseId, questionId }) =>
      !interviews.some(
        (one) =>
          one.responseId === responseId &&
          one.findings.some((finding) => finding.questionId === questionId),
      ),
  );
  if (others.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="others">
      <h2 id="others">Other appeals</h2>
      {others.map((appeal) => (
        <ShownAppeal key={appeal.id} {...appeal} />
      ))}
    </section>
  );
}

type FindingProps = Filing & {
  finding: LinkFinding;
  responseId: number;
  appeals: readonly LinkAppeal[];
  canAppeal: boolean;
};

function Finding({ finding, responseId, appeals, canAppeal, onFiled, ...filing }: FindingProps) {
  const { code, text, answer, score, maximum, isCritical, note } = finding;
  const isOpen = appeals.some(({ status }) => status === 'open');
  const [isFiled, setFiled] = useState(false);
  // The form stays until the page shows the appeal. Somebody may press it once more, and it has the focus when it goes.
  const question = useFocusAfter<HTMLParagraphElement>(isFiled && !isOpen);
  return (
    <li className={classes.card}>
      {(code !== '' || isCritical) && (
        <p className={classes.soft}>
          {code} {isCritical && <strong className={classes.critical}>Critical</strong>}
        </p>
      )}
      <p className={classes.question} dir="auto" tabIndex={-1} ref={question}>
        {text}
      </p>
      <p>
        <bdi>{answer ?? 'No answer'}</bdi>{' '}
        <span className={classes.soft}>
          · {score} of {countWords(maximum, 'point')}
        </span>
      </p>
      {note !== '' && (
        <p className={classes.note} dir="auto">
          {note}
        </p>
      )}
      {appeals.map((appeal) => (
        <ShownAppeal key={appeal.id} {...appeal} />
      ))}
      {canAppeal && !isOpen && finding.choices.length > 0 && (
        <AppealByLink
          {...{ finding, responseId, ...filing }}
          earlier={appeals.length}
          onFiled={() => {
            // The form goes away.
            focusOn(question.current);
            setFiled(true);
            onFiled();
          }}
        />
      )}
      <p className={classes.status} role="status">
        {isFiled && 'Your appeal was sent.'}
      </p>
    </li>
  );
}

const statusWords: Readonly<Record<LinkAppeal['status'], string>> = {
  open: 'Appeal open',
  upheld: 'Appeal upheld',
  rejected: 'Appeal rejected',
  withdrawn: 'Appeal withdrawn',
};

function ShownAppeal({ status, filedBy, filedAt, wantedText, claim, reason }: LinkAppeal) {
  return (
    <div className={classes.appeal}>
      <p>
        <strong>{statusWords[status]}</strong>: “{wantedText}” would be right
      </p>
      <p className={classes.said}>{claim}</p>
      <p className={classes.soft}>
        {filedBy}, <OnOneLine>{formatDate(filedAt)}</OnOneLine>
      </p>
      {reason !== null && <p className={classes.said}>Decision: {reason}</p>}
    </div>
  );
}
