import type { Answer } from '#domain/answers/answer-type.ts';
import { answerTypes, type QuestionType } from '#domain/answers/answer-types.ts';
import type { LinkQuestion } from '#domain/contacts/interview-by-link.ts';
import { longestFreeText } from '#domain/text.ts';
import { ChoiceAnswer, ScaleAnswer } from '#web/ui/answers/choice-answer.tsx';
import classes from './interview.module.css';

type Props = {
  question: LinkQuestion;
  labelledBy: string;
  answer: Answer | null;
  onAnswer: (answer: Answer) => void;
};

const controls = {
  radio: ChoiceAnswer,
  checkbox: ChoiceAnswer,
  multiple_choice: ChoiceAnswer,
  scale: ScaleAnswer,
  text: WordsAnswer,
  textarea: WordsAnswer,
} satisfies Record<QuestionType, React.ComponentType<Props>>;

/**
 * Renders a question's control. Choices use the app's component. Text fields are the browser's own, because the
 * app's would load the whole component library.
 */
export function AskedAnswer(props: Props) {
  const Asked = controls[props.question.type];
  return <Asked {...props} />;
}

function WordsAnswer({ question, labelledBy, answer, onAnswer }: Props) {
  const common = {
    'aria-labelledby': labelledBy,
    'aria-required': question.required,
    className: classes.words,
    maxLength: longestFreeText,
    autoComplete: 'off',
    value: answer?.textValue ?? '',
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onAnswer({ answerId: null, textValue: currentTarget.value }),
  };
  return question.type === 'textarea' ? (
    <textarea {...common} rows={5} />
  ) : (
    <input {...common} type="text" />
  );
}

/**
 * Returns the line below a question: whether it needs an answer, and further facts such as its standard code.
 */
export function needWords(question: LinkQuestion): string {
  const { type, required, critical, code, waived } = question;
  if (waived) return ['No answer needed', code].filter(Boolean).join(' · ');
  const clears = answerTypes[type].canTakeBack === true && 'choose it again to clear it';
  return [required ? 'Required' : 'Optional', critical && 'Critical', code, clears]
    .filter(Boolean)
    .join(' · ');
}
