import { sql } from 'kysely';

import { readGiven, readSaid } from '#domain/responses/read-given.ts';
import { resultsOf } from '#domain/rounds/carried-score.ts';
import { mostSaid, type Said } from '#domain/rounds/reassessment.ts';
import type { ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import { standingsOf } from '#domain/scoring/standing.ts';
import { nameOfQuestion } from '#domain/scoring/verdict-in-words.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';

type Parts = { db: Db; editions: Editions };

const noQuestions: Pick<Edition, 'questions' | 'rules'> = { questions: [] };

/** An interview of a round: its stored answers, and the edition that was asked. */
export type Interview = Pick<Edition, 'questions' | 'rules'> & {
  id: number;
  clientId: string;
  completedAt: string;
  answers: ScoredAnswer[];
  asked: number[] | null;
};

/** Returns the interviews of a round that count, the latest first. */
export async function readInterviews(
  { db, editions }: Parts,
  roundId: number,
): Promise<Interview[]> {
  const rows = await db
    .selectFrom('responses')
    .select(['id', 'clientId', 'surveyId', 'edition', 'completedAt', 'answers', 'asked'])
    .where('roundId', '=', roundId)
    .where('counts', '=', true)
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const interviews: Interview[] = [];
  for (const { surveyId, edition, ...row } of rows) {
    const { questions, rules } = (await editions.find(db, surveyId, edition)) ?? noQuestions;
    interviews.push({ ...row, questions, ...(rules && { rules }) });
  }
  return interviews;
}

/** Returns what became of each scored question of an interview. */
export function resultsIn({ answers, asked, ...edition }: Interview) {
  return resultsOf(edition, answers, asked);
}

/** Returns the text and the name of each question, and its answer in words: a finding's, or the latest. */
export function wordsOf(interviews: readonly Interview[]) {
  const words = new Map<string, { name: string; text: string; answer: string | null }>();
  const isOfFinding = new Set<string>();
  for (const interview of interviews) {
    const findings = findingsIn(interview);
    const givenTo = answersSeen(interview);
    for (const [place, question] of interview.questions.entries()) {
      const key = questionKey(question);
      const isFinding = findings.has(key) && !isOfFinding.has(key);
      const answer = readSaid(question, givenTo.get(question.id));
      const known = words.get(key);
      if (known?.answer === null) known.answer = answer;
      if (known && !isFinding) continue;
      if (isFinding) isOfFinding.add(key);
      words.set(key, { name: nameOfQuestion(question, place), text: question.text, answer });
    }
  }
  return words;
}

/** Returns an interview's answers by question, without those to questions that were hidden or not asked. */
function answersSeen({ questions, answers, asked }: Interview): ReadonlyMap<number, ScoredAnswer> {
  const standings = standingsOf(questions, answers, asked);
  const unseen = new Set(
    questions.flatMap(({ id }, place) =>
      standings[place] === 'hidden' || standings[place] === 'not-asked' ? id : [],
    ),
  );
  return new Map(
    answers.flatMap((answer) =>
      unseen.has(answer.questionId) ? [] : [[answer.questionId, answer] as const],
    ),
  );
}

function findingsIn(interview: Interview): ReadonlySet<string> {
  return new Set(resultsIn(interview).flatMap((one) => (one.isFinding ? [one.key] : [])));
}

/** Returns how the questions with these keys were answered: findings first, then the latest. */
export async function lastAnswers(
  db: Db,
  interviews: readonly Interview[],
  keys: readonly string[],
): Promise<{ key: string; said: Said[] }[]> {
  const filesOf = await filesByAnswer(db, interviews);
  const wanted = new Set(keys);
  const said = new Map<string, Said[]>();
  for (const interview of interviews) {
    const findings = findingsIn(interview);
    const givenTo = answersSeen(interview);
    for (const question of interview.questions) {
      const key = questionKey(question);
      const given = givenTo.get(question.id);
      const files = filesOf.get(`${interview.clientId} ${question.id}`) ?? [];
      if (!wanted.has(key) || (!given && files.length === 0)) continue;
      const one: Said = {
        responseId: interview.id,
        completedAt: interview.completedAt,
        answer: given ? readGiven(question, { ...given, note: '' }) : null,
        note: given?.note ?? '',
        finding: findings.has(key),
        files,
      };
      said.set(key, [...(said.get(key) ?? []), one]);
    }
  }
  return keys.flatMap((key) => {
    const all = said.get(key) ?? [];
    const first = all.toSorted((one, other) => Number(other.finding) - Number(one.finding));
    return all.length > 0 ? [{ key, said: first.slice(0, mostSaid) }] : [];
  });
}

async function filesByAnswer(db: Db, interviews: readonly Interview[]) {
  const names = interviews.map(({ clientId }) => clientId);
  const rows = await db
    .selectFrom('evidence')
    .select(['fileId', 'kind', 'caption', 'interview', 'questionId'])
    .select(sql<boolean>`thumbnail_name is not null`.as('hasThumbnail'))
    .where('interview', '=', sql<string>`any(${names})`)
    .where('isStray', '=', false)
    .orderBy('id')
    .execute();
  const files = new Map<string, Said['files']>();
  for (const { interview, questionId, ...file } of rows) {
    const answer = `${interview} ${questionId}`;
    files.set(answer, [...(files.get(answer) ?? []), file]);
  }
  return files;
}
