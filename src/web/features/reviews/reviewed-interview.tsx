import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Appeals } from '#domain/appeals/appeal.ts';
import { can } from '#domain/people/person.ts';
import { plural } from '#domain/plural.ts';
import type { Revision } from '#domain/responses/correction.ts';
import { reviewReasons } from '#domain/responses/review-reasons.ts';
import { needsReview } from '#domain/responses/review.ts';
import type { ReviewedAnswer, ReviewedInterview, RoundReview } from '#domain/rounds/review.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords, formatDate, formatMoment, formatNumber } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { paths } from '#web/paths.ts';
import { AppealsOfAnswer } from '#web/ui/appeals/appeals-of-answer.tsx';
import { BeforeAppeal } from '#web/ui/responses/before-appeal.tsx';
import { EvidenceFiles } from '#web/ui/evidence/evidence-files.tsx';
import { NotCounted } from '#web/ui/notices/not-counted.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Score } from '#web/ui/charts/score.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { flagTone } from '#web/ui/theme/tones.ts';
import { GrantButton } from '#web/ui/waivers/grant-button.tsx';
import { filesOf } from './files-of-round.ts';
import { useReturn } from './read-round.ts';
import { Remarks } from './remarks.tsx';
import { RevisionDiff } from './revision-diff.tsx';
import classes from './reviews.module.css';

type Props = {
  interview: ReviewedInterview;
  /** True while the round is approved. */
  isLocked: boolean;
  /** Undefined when nobody can appeal and nobody has appealed. */
  appeals: Appeals | undefined;
  round: Pick<RoundReview, 'id' | 'hotelId'>;
};

/** Shows one response of the round: its findings by section, and the remarks on them. */
export function ReviewedInterviewPanel({ interview, isLocked, appeals, round }: Props) {
  const { respondentName, respondentJobTitle, surveyTitle, answers, notes } = interview;
  const mayRemark = can(useCurrentUser(), 'responses.review') && !isLocked;
  const { responseId, remarks } = interview;
  return (
    <Panel
      title={respondentName}
      lead={[respondentJobTitle, surveyTitle].filter(Boolean).join(' · ')}
      actions={<Actions interview={interview} isLocked={isLocked} />}
    >
      <div className={classes.interview}>
        <State interview={interview} />
        {bySection(answers).map(([section, own]) => (
          <Section
            key={section}
            {...{ section, interview, mayRemark, appeals, round }}
            answers={own}
          />
        ))}
        {answers.length === 0 && <p className={classes.soft}>No findings, notes or files.</p>}
        {notes !== '' && (
          <p className={classes.note}>
            <b>Notes:</b> {notes}
          </p>
        )}
        <Remarks
          {...{ responseId, remarks, mayRemark }}
          questionId={null}
          about={`the whole interview with ${respondentName}`}
        />
        <Changes interview={interview} />
      </div>
    </Panel>
  );
}

type SectionProps = {
  /** The section's name; empty when the survey has no sections. */
  section: string;
  answers: readonly ReviewedAnswer[];
  interview: ReviewedInterview;
  mayRemark: boolean;
  appeals: Appeals | undefined;
  round: Props['round'];
};

function Section({ section, answers, interview, mayRemark, appeals, round }: SectionProps) {
  const { responseId, remarks, respondentName } = interview;
  return (
    <section aria-label={`${section || 'Answers'} of ${respondentName}`}>
      {section !== '' && <h3 className={classes.section}>{section}</h3>}
      <ol className={classes.answers}>
        {answers.map((answer) => (
          <li key={answer.questionId}>
            <Answer answer={answer} />
            {answer.isFinding && answer.key !== '' && (
              <GrantButton
                {...{ hotelId: round.hotelId, roundId: round.id, question: answer }}
                about={`question ${answer.number} of ${respondentName}`}
              />
            )}
            <Remarks
              {...{ responseId, remarks, mayRemark }}
              questionId={answer.questionId}
              about={`question ${answer.number} of ${respondentName}`}
            />
            {appeals && (
              <div className={classes.appeals}>
                <AppealsOfAnswer
                  {...{ responseId, appeals }}
                  questionId={answer.questionId}
                  about={`question ${answer.number} of ${respondentName}`}
                  hasLost={(answer.score ?? 0) < (answer.maximum ?? 0)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shows what was changed in the response, and what arrived too late to change it. */
function Changes({ interview: { unapplied, revisions } }: { interview: ReviewedInterview }) {
  const nameOf = ({ by }: Revision) => by ?? 'someone who has left';
  return (
    <>
      {unapplied.map((revision) => (
        <RevisionDiff
          key={revision.number}
          title={`Not applied: sent by ${nameOf(revision)} on ${formatDate(revision.at)}, after the approval`}
          revision={revision}
        />
      ))}
      {revisions.map((revision) => (
        <RevisionDiff
          key={revision.number}
          title={`Changed${revision.cause === 'appeal' ? ' after an appeal' : ''} by ${nameOf(revision)}, ${formatMoment(revision.at)}`}
          revision={revision}
        />
      ))}
    </>
  );
}

function Actions({ interview, isLocked }: Pick<Props, 'interview' | 'isLocked'>) {
  const { responseId, respondentName, returnedAt, remarks, conductedBy, percent, verdict, byLink } =
    interview;
  const mayReturn = can(useCurrentUser(), 'responses.review') && !isLocked && !byLink;
  const isOnline = useIsOnline();
  const { mutate, isPending } = useReturn(responseId, conductedBy ?? '');
  const hasOpen = remarks.some(({ resolvedAt }) => resolvedAt === null);
  return (
    <div className={classes.head}>
      <span>
        <Score percent={percent} verdict={verdict} />
        <BeforeAppeal response={interview} />
      </span>
      <Anchor
        aria-label={`All answers of ${respondentName}`}
        renderRoot={(root) => (
          <Link {...root} to={paths.results} search={{ response: responseId }} preload={false} />
        )}
      >
        All answers
      </Anchor>
      {mayReturn && hasOpen && returnedAt === null && conductedBy !== null && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Return to ${conductedBy}: ${respondentName}`}
          disabled={!isOnline}
          loading={isPending}
          onClick={() => mutate()}
        >
          Return to {conductedBy}
        </Button>
      )}
      {mayReturn && hasOpen && returnedAt === null && !isOnline && (
        <span className={classes.soft}>Returning needs a connection.</span>
      )}
    </div>
  );
}

/** Says who held the interview, whether it was returned to them, and why somebody should look at it. */
function State({ interview }: { interview: ReviewedInterview }) {
  const { conductedBy, completedAt, returnedAt, returnedBy, counts } = interview;
  return (
    <div className={classes.state}>
      <span className={classes.soft}>
        {conductedBy ?? 'Someone who has left'}, {formatMoment(completedAt)}
      </span>
      {returnedAt !== null && (
        <>
          <StatusBadge tone="warn">Returned</StatusBadge>
          <span>
            {conductedBy} has it to correct, since {formatDate(returnedAt)}
            {returnedBy !== null && `. Returned by ${returnedBy}`}.
          </span>
        </>
      )}
      <NotCounted counts={counts} />
      {needsReview(interview) &&
        interview.reviewReasons.map((reason) => (
          <span key={reason}>
            <StatusBadge tone={flagTone}>{reviewReasons[reason].name}</StatusBadge>{' '}
            {reviewReasons[reason].text}
          </span>
        ))}
    </div>
  );
}

function Answer({ answer }: { answer: ReviewedAnswer }) {
  const { number, text, score, maximum, note, isFinding, isCritical, isRepeat, missingFiles } =
    answer;
  return (
    <div>
      <p className={classes.question}>
        {number}. {text}{' '}
        {isFinding && (
          <StatusBadge tone={isCritical ? 'bad' : 'warn'}>
            {isCritical ? 'Critical finding' : 'Finding'}
          </StatusBadge>
        )}{' '}
        {isRepeat && <StatusBadge tone="bad">Repeat finding</StatusBadge>}
      </p>
      <p className={classes.answer}>
        {answer.answer ?? 'Not answered'}
        {score !== null && maximum !== null && (
          <span className={classes.soft}>
            {' '}
            {formatNumber(score)} of {countWords(maximum, 'point')}
          </span>
        )}
      </p>
      {note !== '' && <p className={classes.note}>{note}</p>}
      <EvidenceFiles files={filesOf(answer)} label={`Evidence of question ${number}`} />
      {missingFiles > 0 && (
        <p className={classes.soft}>
          {countWords(missingFiles, 'file')} {plural(missingFiles, 'has', 'have')} not arrived yet.
        </p>
      )}
    </div>
  );
}

/** Returns the answers by section, in the survey's order. */
function bySection(answers: readonly ReviewedAnswer[]): [string, ReviewedAnswer[]][] {
  return [...Map.groupBy(answers, ({ section }) => section)];
}
