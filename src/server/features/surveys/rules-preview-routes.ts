import { idParams } from '#domain/identity.ts';
import { changeOf, changedRules } from '#domain/scoring/rules-change.ts';
import {
  rulesDraftSchema,
  rulesPreviewSchema,
  type RulesDraft,
} from '#domain/surveys/rules-preview.ts';
import { criticalProblem, type Question } from '#domain/surveys/question.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { previewRules } from './preview-rules.ts';
import { findSurveyWithQuestions } from './queries.ts';
import { changesOfRules, questionChangesInWords } from './rule-changes-in-words.ts';

const day = 86_400_000;

const preview = defineRoute({
  method: 'POST',
  path: '/api/surveys/{id}/rules-preview',
  summary: 'Preview how changed rules would judge past responses; changes nothing',
  who: 'surveys.build',
  audit: 'survey.rules-previewed',
  repeat: 'own',
  noTransaction: 'it only reads, for up to 10 seconds, and notes who tried what',
  params: idParams,
  body: rulesDraftSchema,
  answer: rulesPreviewSchema,
  run: async ({ deps: { reports, editions, now }, scope, params, body, record }) => {
    const survey = await findSurveyWithQuestions(reports, params.id, { archived: true });
    if (!survey) throw notFound('The survey');
    requireKnown(survey.questions, body.questions);
    const change = changeOf(survey, body);
    const questions = questionChangesInWords(survey.questions, change);
    await record(survey.id, {
      name: survey.title,
      changes: changesOfRules(survey.rules, changedRules(survey.rules, change)),
      ...(questions.length > 0 && { questions }),
      days: body.days,
    });
    const since = new Date(now() - body.days * day);
    return previewRules({ reports, editions, scope }, { survey, change, since });
  },
});

/**
 * Throws unless each question and option that is named belongs to the survey and is named once, and
 * none becomes critical that cannot be.
 */
function requireKnown(questions: readonly Question[], given: RulesDraft['questions']): void {
  const left = new Map(questions.map((question) => [question.id, question]));
  const errors = given.flatMap(({ id, critical = false, options = [] }, index) => {
    const at = (place: string, message: string) => [
      { path: `questions.${index}.${place}`, message },
    ];
    const question = left.get(id);
    if (!question) return at('id', 'This survey has no such question, or it is named twice');
    left.delete(id);
    const refusal = criticalProblem(question.type, critical);
    if (refusal) return at('critical', refusal);
    const optionsLeft = new Set(question.answers.map((option) => option.id));
    return options.flatMap((option, place) =>
      optionsLeft.delete(option.id)
        ? []
        : at(
            `options.${place}.id`,
            'This question has no such answer option, or it is named twice',
          ),
    );
  });
  const [first] = errors;
  if (first) throw new ProblemError('invalid-input', first.message, { errors });
}

export const rulesPreviewRoutes = [preview];
