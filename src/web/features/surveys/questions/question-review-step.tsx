import { useState } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import { answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { fewestOptions, noCategory, type Question } from '#domain/surveys/question.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { wholeNumberOf } from '#web/ui/whole-number.ts';
import { PreviewedQuestion } from '#web/features/surveys/preview/previewed-question.tsx';
import { ruleWords } from '#web/features/surveys/rules/rule-words.ts';

import { writtenOptions, type QuestionDraft } from './question-draft.ts';
import classes from './question-review-step.module.css';
import { toShowIf } from './condition-draft.ts';

type Props = {
  draft: QuestionDraft;
  opened: QuestionDraft;
  rules: SurveyRules | undefined;
  /** The questions of the survey. */
  questions: readonly Question[];
};

/** Shows step 3: the question as the interview will show it, and its points. */
export function QuestionReviewStep({ draft, opened, rules, questions }: Props) {
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
    ...(question.code === undefined ? [] : [['Code', question.code] as const]),
    ...(question.section === undefined ? [] : [['Section', question.section] as const]),
  ] as const;
  const words = ruleWords(question, rules, questions);
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
      {words.length > 0 && <p className={classes.rules}>{words.join(' ')}</p>}
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
  const { type, kpeCategory, showIf, evidence } = draft;
  const [code, section, guidance] = [
    draft.code.trim(),
    draft.section.trim(),
    draft.guidance.trim(),
  ];
  return {
    id: 0,
    text: draft.text.trim(),
    type: type ?? 'text',
    required: draft.required,
    order: wholeNumberOf(draft.order),
    weight: wholeNumberOf(draft.weight),
    kpeCategory: kpeCategory === noCategory ? null : kpeCategory,
    ...(code !== '' && { code }),
    ...(section !== '' && { section }),
    ...(guidance !== '' && { guidance }),
    ...(draft.critical && { critical: true }),
    ...(draft.allowNa && { allowNa: true }),
    ...(evidence !== 'optional' && { evidence }),
    ...(showIf.length > 0 && { showIf: toShowIf(showIf) }),
    answers: writtenOptions(draft).map(({ key, text, score, isCorrect, finding }, index) => ({
      id: key,
      text: text.trim(),
      score: wholeNumberOf(score),
      isCorrect,
      order: index + 1,
      ...(finding !== null && { finding }),
    })),
  };
}
