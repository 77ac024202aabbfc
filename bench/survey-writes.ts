/**
 * Measures what adding one question costs, by the number of questions that the survey has: to a draft, which
 * a new survey is, and to an active survey, where each write makes an edition of the whole survey (rule 11). Counts the
 * processor time of the server and the database.
 * Run: npx node bench/survey-writes.ts [questions added at each size]
 */
import { processorTimeBelow, processorTimeOf } from './processor-time.ts';
import { startInterviewServer } from './interview-server.ts';
import { heading, report } from './report.ts';

const added = Number(process.argv[2] ?? 20);
const { pool, server, call, survey, stop } = await startInterviewServer();

try {
  // A new server is slow at first.
  for (let n = 0; n < 100; n += 1) await call('POST', '/api/questions', question(survey.id, n));
  for (const status of ['draft', 'active'] as const) {
    heading(
      `${status === 'draft' ? 'a draft' : 'an active survey'}; mean of ${added} questions added`,
    );
    const { body } = await call('POST', '/api/surveys', {
      title: status,
      category: 'other',
      status,
    });
    for (const size of [20, 200, 800]) {
      await fillUp(body.id, size);
      const [all, ofServer] = [await processorTimeBelow(), await processorTimeOf(server.pid)];
      for (let n = 0; n < added; n += 1) await call('POST', '/api/questions', question(body.id, n));
      const mean = ((await processorTimeBelow()) - all) / added;
      const meanOfServer = ((await processorTimeOf(server.pid)) - ofServer) / added;
      report({
        name: `processor time a question, at ${size}`,
        ours: mean,
        unit: 'ms',
        note: `without the database ${meanOfServer.toFixed(2)}`,
      });
    }
  }
} finally {
  await stop();
}

function question(surveyId: number, n: number) {
  return {
    ...{ surveyId, text: `Is the lobby as the standard says, point ${n}?`, type: 'radio' },
    answers: [
      { text: 'Poor', score: 0 },
      { text: 'Good', score: 5 },
      { text: 'Excellent', score: 10 },
    ],
  };
}

/** Copies a question of the server's first survey, without an edition for each, until the survey has so many. */
async function fillUp(surveyId: number, size: number): Promise<void> {
  await pool.query(
    `with template as (
       select type, required, weight, kpe_category from questions where survey_id = $1 limit 1
     ), made as (
       insert into questions (survey_id, text, type, required, position, weight, kpe_category)
       select $2, 'Is the lobby as the standard says, copy ' || n || '?', type, required, n, weight,
         kpe_category
       from template, generate_series(
         (select count(*) + 1 from questions where survey_id = $2)::integer, $3::integer) n
       returning id
     )
     insert into answers (question_id, text, score, is_correct, position)
     select made.id, word, points, false, place
     from made, (values ('Poor', 0, 1), ('Good', 5, 2), ('Excellent', 10, 3)) given (word, points, place)`,
    [survey.id, surveyId, size],
  );
}
