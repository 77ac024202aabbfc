import { useState } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import { answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { fewestOptions, noCategory } from '#domain/surveys/question.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { PreviewedQuestion } from './previewed-question.tsx';
import classes from './question-review-step.module.css';
import { writtenOptions, type QuestionDraft } from './question-wizard.ts';

type Props = { draft: QuestionDraft; opened: QuestionDraft };

/** Step 3: the question as the interview will show it, and its points. */
export function QuestionReviewStep({ draft, opened }: Props) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const question = asAsked(draft);
  const maximum = questionMaximum(question);
  const { name, hasOptions } = answerTypes[question.type];
  const lost = hasOptions ? 0 : storedOptions(opened);
  const facts = [
    ['Type', name],
    ['Order', formatNumber(question.order)],
    ['Weight', formatNumber(question.weight)],
    ['KPE category', question.kpeCategory ?? noCategory],
    ['Maximum', maximum === null ? 'Not scored' : countWords(maximum, 'point')],
  ] as const;
  return (
    <>
      {lost > 0 && (
        <p className={classes.warning}>
          Saving removes the {countWords(lost, 'answer option')} this question had.
        </p>
      )}
      <Facts facts={facts} className={classes.facts} />
      <section className={classes.preview} aria-label="Preview">
        <p className={classes.caption}>As the interview shows it</p>
        <PreviewedQuestion question={question} answer={answer} onAnswer={setAnswer} />
      </section>
      {question.answers.length >= fewestOptions && <Points question={question} />}
    </>
  );
}

function Points({ question }: { question: EditionQuestion }) {
  return (
    <ol className={classes.points} aria-label="Points">
      {question.answers.map(({ id, text, score, isCorrect }) => (
        <li key={id}>
          <span>{text}</span>
          {isCorrect && <em>Correct</em>}
          <b>{countWords(score, 'point')}</b>
        </li>
      ))}
    </ol>
  );
}

function storedOptions({ options }: QuestionDraft): number {
  return options.filter(({ id }) => id !== undefined).length;
}

/** Returns the draft as a question of an edition. Each option's id is its key in the wizard. */
function asAsked(draft: QuestionDraft): EditionQuestion {
  const { type, kpeCategory } = draft;
  return {
    id: 0,
    text: draft.text.trim(),
    type: type ?? 'text',
    required: draft.required,
    order: Number(draft.order),
    weight: Number(draft.weight),
    kpeCategory: kpeCategory === noCategory ? null : kpeCategory,
    answers: writtenOptions(draft).map(({ key, text, score, isCorrect }, index) => ({
      id: key,
      text: text.trim(),
      score: Number(score),
      isCorrect,
      order: index + 1,
    })),
  };
}
