import {
  linkAnswersSchema,
  linkCompletedSchema,
  linkCompletionSchema,
  linkInterviewInputSchema,
  linkInterviewParams,
  linkInterviewSchema,
  linkSavedSchema,
  type LinkInterview,
} from '#domain/contacts/interview-by-link.ts';
import { usesRules } from '#domain/surveys/uses-rules.ts';
import {
  listSurveysToBegin,
  questionsNow,
  selectOwn,
} from '#server/db/responses/self-assessments.ts';
import { defineRoute } from '#server/http/route.ts';
import { invalid } from '#server/problems.ts';
import { completeByLink } from './complete-by-link.ts';
import {
  editionOf,
  join,
  refuseCompleted,
  requireOwn,
  requireTaking,
  type Answering,
  type OwnInterview,
} from './interview-by-link.ts';

/** A hotel contact assesses their own hotel by link (rules 166 to 169). */

const begin = defineRoute({
  method: 'POST',
  path: '/api/link/interviews',
  summary: 'Begin or resume a survey of the self-assessment by link',
  who: 'contact',
  audit: 'interview.started',
  repeat: 'own',
  body: linkInterviewInputSchema,
  answer: linkInterviewSchema,
  status: 201,
  refuses: {
    404: 'The link is to a round of another kind.',
    409: 'The round takes no answers, or the survey was completed before.',
    410: 'It was completed before, and its response was deleted.',
  },
  run: async ({ deps, db, contact, body: { clientId, surveyId }, reply, record }) => {
    const { hotelId, ...round } = await requireTaking(db, contact);
    const ofContact = { deps, db, contact };
    const known = await findBegun(ofContact, surveyId);
    if (known) {
      await refuseCompleted(db, known.clientId);
      void reply.code(200);
      return present(ofContact, hotelId, known);
    }
    const survey = (await listSurveysToBegin(db, round)).find((one) => one.surveyId === surveyId);
    if (!survey) throw invalid('surveyId', 'This questionnaire is not asked in this assessment');
    const { id: contactId, roundId } = contact;
    const row = { clientId, contactId, roundId, surveyId, edition: survey.number };
    const startedAt = new Date(deps.now()).toISOString();
    const inserted = await db
      .insertInto('selfAssessments')
      .values({ ...row, startedAt })
      .onConflict((conflict) => conflict.constraint('self_assessments_once').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) await record(null, { hotelId, surveyId });
    else void reply.code(200);
    const own = await findBegun(ofContact, surveyId);
    if (!own) throw new TypeError('An interview that was begun is not there');
    return present(ofContact, hotelId, own);
  },
});

/** Returns the interview that the contact has begun with a survey, on whatever device. */
function findBegun({ db, contact }: Answering, surveyId: number) {
  return selectOwn(db, contact).where('self.surveyId', '=', surveyId).executeTakeFirst();
}

async function present(
  answering: Answering,
  hotelId: number,
  own: OwnInterview,
): Promise<LinkInterview> {
  const { version: _, edition: __, ...given } = own;
  const edition = await editionOf(answering, own);
  const questions = await questionsNow(answering, hotelId, edition);
  return {
    ...given,
    title: edition.title,
    takesNotes: usesRules(edition),
    questions: [...questions],
  };
}

const save = defineRoute({
  method: 'PUT',
  path: '/api/link/interviews/{clientId}',
  summary: 'Save answers by link, joined question by question with the stored ones',
  who: 'contact',
  audit: { none: 'answers are saved many times a minute' },
  repeat: 'own',
  params: linkInterviewParams,
  body: linkAnswersSchema,
  answer: linkSavedSchema,
  refuses: {
    404: 'The contact has begun no such interview in the round of the link.',
    409: 'The round takes no answers, or the interview is completed.',
    410: 'It was completed, and its response was deleted.',
  },
  run: async ({ deps, db, contact, params: { clientId }, body }) => {
    const own = await requireOwn({ db, contact }, clientId, { lock: true });
    await refuseCompleted(db, clientId);
    await requireTaking(db, contact);
    const edition = await editionOf({ deps, db }, own);
    const joined = join(own, body, edition, deps.now());
    const { progress, answeredAt, remarks, remarkedAt, notes } = joined;
    await db
      .updateTable('selfAssessments')
      .set({
        ...{ progress: JSON.stringify(progress), answeredAt: JSON.stringify(answeredAt) },
        ...{ remarks: JSON.stringify(remarks), remarkedAt: JSON.stringify(remarkedAt), notes },
        version: own.version + 1,
      })
      .where('clientId', '=', clientId)
      .execute();
    return joined;
  },
});

const complete = defineRoute({
  method: 'PUT',
  path: '/api/link/interviews/{clientId}/completion',
  summary: 'Complete an interview by link; sent again, the first receipt is returned',
  who: 'contact',
  audit: { none: 'the storing statement appends response.stored itself' },
  repeat: 'own',
  noTransaction: 'storing is one statement, which is a transaction of its own',
  params: linkInterviewParams,
  body: linkCompletionSchema,
  answer: linkCompletedSchema,
  status: 201,
  refuses: {
    400: 'A question that is asked needs an answer, or an answer does not belong to the survey.',
    404: 'The contact has begun no such interview in the round of the link.',
    409: 'The round takes no answers, or the interview was completed with other answers.',
    410: 'It was completed, and its response was deleted.',
  },
  run: async ({ deps, request, reply, contact, params: { clientId }, body }) => {
    const sent = { deps, contact, clientId, digest: request.bodyDigest };
    const { receipt, repeated } = await completeByLink(sent, body);
    if (repeated) void reply.code(200);
    return receipt;
  },
});

export const linkInterviewRoutes = [begin, save, complete];
