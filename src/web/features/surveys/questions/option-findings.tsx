import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import { Segments } from '#web/ui/charts/segments.tsx';
import classes from './option-findings.module.css';
import type { OptionDraft } from './question-draft.ts';
import type { WizardAction } from './question-wizard.ts';

type Props = {
  options: readonly OptionDraft[];
  rules: SurveyRules | undefined;
  act: (action: WizardAction) => void;
};

/** The marks of an option, by the name of their choice (rule 64). */
const marks: Readonly<Record<string, boolean | null>> = { auto: null, finding: true, none: false };
const choices = [
  { value: 'auto', label: 'Auto' },
  { value: 'finding', label: 'Finding' },
  { value: 'none', label: 'No finding' },
];

/** Lets the author mark an option as a finding, or as no finding. */
export function OptionFindings({ options, rules, act }: Props) {
  return (
    <>
      <p className={classes.lead}>
        Auto makes an answer a finding below {fullRules(rules).findingLine}% of the question’s
        points.
      </p>
      <ol className={classes.options}>
        {options.map(({ key, text, finding }, place) => (
          <li key={key}>
            <span>{text.trim() || `Option ${place + 1}`}</span>
            <Segments
              label={`Finding of option ${place + 1}`}
              choices={choices}
              value={nameOf(finding)}
              onChange={(name) =>
                act({ type: 'change-option', key, fields: { finding: marks[name] ?? null } })
              }
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function nameOf(finding: boolean | null): string {
  if (finding === null) return 'auto';
  return finding ? 'finding' : 'none';
}
