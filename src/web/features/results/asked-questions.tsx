import { lazy, Suspense, type ReactNode } from 'react';

import { readAnswer } from '#domain/answers/answer-types.ts';
import { readSaid } from '#domain/responses/read-given.ts';
import type { AskedQuestion, ResponseDetail } from '#domain/responses/response.ts';
import { categorySums } from '#domain/scoring/category-sums.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { EvidenceFiles } from '#web/ui/evidence/evidence-files.tsx';
import { filesAt, filesElsewhere, type ShownFile } from '#web/ui/evidence/shown-files.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Score } from '#web/ui/charts/score.tsx';
import { Segments } from '#web/ui/charts/segments.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './response-details.module.css';

// Loaded only when the round is approved.
const AppealsOfAnswer = lazy(async () => ({
  default: (await import('#web/ui/appeals/appeals-of-answer.tsx')).AppealsOfAnswer,
}));

/** The order of the questions: by the points they lost, or as they were asked. */
export type Order = 'lost' | 'survey';

const orders: { value: Order; label: string }[] = [
  { value: 'lost', label: 'Lost most first' },
  { value: 'survey', label: 'Survey order' },
];

/** Shows the response's score in each category that has an answer. */
export function Categories({ questions }: { questions: readonly AskedQuestion[] }) {
  const line = usePortfolioLine();
  const sums = categorySums(questions.filter(({ answerId }) => answerId !== null));
  const facts = kpeCategories
    .filter((category) => sums[category].maximum > 0)
    .map((category) => {
      const { score, maximum } = sums[category];
      const percent = percentOf({ totalScore: score, maxScore: maximum }, line);
      return [category, <Score key={category} percent={percent} />] as const;
    });
  return facts.length > 0 && <Facts facts={facts} className={classes.categories} />;
}

type Props = {
  /** The response, for the appeals against its answers. */
  response: Pick<ResponseDetail, 'id' | 'appeals'>;
  questions: readonly AskedQuestion[];
  files: readonly ShownFile[];
  order: Order;
  onOrder: (order: Order) => void;
};

/**
 * Shows every question that was asked with its answer. A question keeps its number in either order.
 */
export function AskedQuestions({ response, questions, files, order, onOrder }: Props) {
  const numbered = questions
    .map((question, place) => ({ question, number: place + 1 }))
    .filter(({ question }) => isShown(question));
  const count = (is: (question: AskedQuestion) => boolean) =>
    questions.filter((question) => !isShown(question) && is(question)).length;
  const hidden = count((question) => question.hidden === true);
  const notAsked = count((question) => question.notAsked === true);
  const shown =
    order === 'lost'
      ? numbered.toSorted((a, b) => lostAt(b.question) - lostAt(a.question))
      : numbered;
  return (
    <section className={classes.answers} aria-labelledby="answers">
      <div className={classes.answersHead}>
        <h3 id="answers">Answers</h3>
        <Segments
          label="Order of the answers"
          choices={orders}
          value={order}
          onChange={(value) => onOrder(value as Order)}
        />
      </div>
      <ol className={classes.questions}>
        {shown.map(({ question, number }) => (
          <Asked key={question.id} question={question} number={number}>
            <EvidenceFiles
              files={filesAt(files, question.id)}
              label={`Evidence of question ${number}`}
            />
            <OwnAppeals {...{ response, question, number }} />
          </Asked>
        ))}
      </ol>
      <EvidenceFiles
        files={filesElsewhere(
          files,
          numbered.map(({ question }) => question),
        )}
        label="Other evidence"
      />
      {hidden > 0 && (
        <p className={classes.hidden}>
          {countWords(hidden, 'question')} not asked, because of other answers.
        </p>
      )}
      {notAsked > 0 && (
        <p className={classes.hidden}>
          {countWords(notAsked, 'question')} not asked in this interview.
        </p>
      )}
    </section>
  );
}

type OwnProps = Pick<Props, 'response'> & { question: AskedQuestion; number: number };

function OwnAppeals({ response: { id, appeals }, question, number }: OwnProps) {
  if (!appeals) return null;
  return (
    <Suspense>
      <AppealsOfAnswer
        appeals={appeals}
        responseId={id}
        questionId={question.id}
        about={`question ${number}`}
        hasLost={lostAt(question) > 0}
      />
    </Suspense>
  );
}

/**
 * Returns whether to show the question. A question that was asked only for context is shown when it has an
 * answer.
 */
function isShown({ hidden, notAsked, ...given }: AskedQuestion): boolean {
  return (
    !hidden && (!notAsked || given.notApplicable === true || readAnswer(given, given) !== null)
  );
}

/**
 * Returns the points that the response lost at a question. Without an answer, all of them are lost.
 */
function lostAt({ score, maximum }: AskedQuestion): number {
  return maximum === null ? 0 : maximum - score;
}

/** Says why a question has no points. */
function unscoredWords({ notAsked, waived }: AskedQuestion): string {
  if (notAsked) return 'Asked for context';
  return waived ? 'Not counted' : 'Not scored';
}

type AskedProps = {
  question: AskedQuestion;
  number: number;
  /** The evidence of the answer. */
  children: ReactNode;
};

function Asked({ question, number, children }: AskedProps) {
  const given = readSaid(question, question);
  const about = [question.section, question.kpeCategory].filter(Boolean).join(' · ');
  const lost = lostAt(question);
  return (
    <li className={classes.question}>
      <span className={classes.number}>{number}.</span>
      <div className={classes.what}>
        <p className={classes.text}>
          {question.code && <strong className={classes.code}>{question.code} </strong>}
          <bdi>{question.text}</bdi>
        </p>
        <p className={given ? classes.given : classes.none} dir="auto">
          {given ?? 'Not answered'}
        </p>
        {question.note && (
          <p className={classes.note} dir="auto">
            {question.note}
          </p>
        )}
        {about && <p className={classes.category}>{about}</p>}
        {question.finding && (
          <StatusBadge tone={question.critical ? 'bad' : 'warn'}>
            {question.critical ? 'Critical finding' : 'Finding'}
          </StatusBadge>
        )}
        {children}
      </div>
      <div className={classes.points}>
        <p>
          {question.maximum === null
            ? unscoredWords(question)
            : `${formatNumber(question.score)} of ${formatNumber(question.maximum)}`}
        </p>
        {lost > 0 && <p className={classes.lost}>Lost {formatNumber(lost)}</p>}
      </div>
    </li>
  );
}
