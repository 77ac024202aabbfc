import { useRef, useState } from 'react';

import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { ownRules, surveyRulesSchema, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import { ApiError } from '#web/lib/api.ts';

/** A percentage as it is typed. Empty text stands for the default, or for no threshold. */
export type TypedPercent = number | string;

/** The rules of a survey as their author is writing them (rule 65). */
export type RulesDraft = {
  readonly passLine: TypedPercent;
  readonly findingLine: TypedPercent;
  readonly naAlert: TypedPercent;
  readonly thresholds: Readonly<Record<KpeCategory, TypedPercent>>;
  readonly criticalFails: boolean;
};

export type PassRules = ReturnType<typeof usePassRules>;

/** Returns the draft of a survey's rules, and what is needed to save it with the survey. */
export function usePassRules(stored: SurveyRules | undefined) {
  const [draft, setDraft] = useState(() => rulesDraftOf(stored));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // Refs, because they are read right after saving, before the next render.
  const saved = useRef(draft);
  const latest = useRef(draft);
  const read = readRules(draft);
  const show = (next: RulesDraft) => {
    latest.current = next;
    setDraft(next);
  };
  return {
    draft,
    /** Messages by field, dotted as in the API: `thresholds.The Right Fit`. */
    errors,
    /** The draft as rules; undefined while a field of it is wrong. */
    rules: read.rules,
    isDirty: () => JSON.stringify(latest.current) !== JSON.stringify(saved.current),
    change: (fields: Partial<RulesDraft>) => {
      show({ ...latest.current, ...fields });
      setErrors({});
    },
    /** Shows what is wrong. Returns whether the rules can be saved. */
    check: (): boolean => {
      setErrors(read.errors);
      return read.rules !== undefined;
    },
    /** Shows what the server found wrong with the rules. Returns whether it found anything. */
    refuse: (error: unknown): boolean => {
      const found = errorsOf(error);
      if (found.length > 0) setErrors(Object.fromEntries(found));
      return found.length > 0;
    },
    /**
     * Shows the rules as they are stored now, with what other people have changed. Rules that the
     * person changed while these were being saved stay as they are.
     */
    goOnFrom: (now: SurveyRules | undefined) => {
      saved.current = rulesDraftOf(now);
      if (latest.current === draft) show(saved.current);
    },
  };
}

export function rulesDraftOf(stored: SurveyRules | undefined): RulesDraft {
  const { passLine = '', findingLine = '', naAlert = '', criticalFails = true } = stored ?? {};
  const thresholds = Object.fromEntries(
    kpeCategories.map((category) => [category, stored?.thresholds?.[category] ?? '']),
  ) as Record<KpeCategory, TypedPercent>;
  return { passLine, findingLine, naAlert, thresholds, criticalFails };
}

/** Returns the draft as rules, or what is wrong with it by field. */
export function readRules({ criticalFails, thresholds, ...lines }: RulesDraft): {
  rules?: SurveyRules;
  errors: Record<string, string>;
} {
  const parsed = surveyRulesSchema.safeParse({
    ...filled(lines),
    thresholds: filled(thresholds),
    criticalFails,
  });
  if (parsed.success) return { rules: ownRules(parsed.data), errors: {} };
  const { issues } = parsed.error;
  return {
    errors: Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
  };
}

function filled(fields: Readonly<Record<string, TypedPercent>>): Record<string, TypedPercent> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

const prefix = 'rules.';

function errorsOf(error: unknown): [string, string][] {
  const found = (error instanceof ApiError && error.problem?.errors) || [];
  return found
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, message }) => [path.slice(prefix.length), message]);
}
