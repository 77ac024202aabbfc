import type { ZodType } from 'zod';

import * as event from '#domain/audit/event.ts';
import * as document from '#domain/documents/document.ts';
import * as evidence from '#domain/evidence/evidence.ts';
import * as hotel from '#domain/hotels/hotel.ts';
import * as hotelImport from '#domain/hotels/hotel-import.ts';
import * as progress from '#domain/interviews/progress.ts';
import * as session from '#domain/interviews/session.ts';
import * as person from '#domain/people/person.ts';
import * as signIn from '#domain/people/sign-in.ts';
import * as systemUser from '#domain/people/system-user.ts';
import * as pageProblem from '#domain/problems/page-problem.ts';
import * as problem from '#domain/problems/problem.ts';
import * as correction from '#domain/responses/correction.ts';
import * as deviceClock from '#domain/responses/device-clock.ts';
import * as givenAnswer from '#domain/responses/given-answer.ts';
import * as response from '#domain/responses/response.ts';
import * as review from '#domain/responses/review.ts';
import * as analytics from '#domain/results/analytics.ts';
import * as hotelReport from '#domain/results/hotel-report.ts';
import * as results from '#domain/results/results.ts';
import * as edition from '#domain/surveys/edition.ts';
import * as question from '#domain/surveys/question.ts';
import * as questionImport from '#domain/surveys/question-import.ts';
import * as survey from '#domain/surveys/survey.ts';
import * as device from '#domain/sync/device.ts';
import * as exportedFile from '#domain/sync/exported-file.ts';
import * as health from '#domain/sync/health.ts';
import * as board from '#domain/workflow/board.ts';
import * as quietHotels from '#domain/workflow/quiet-hotels.ts';

const contracts: object[] = [
  analytics,
  board,
  correction,
  device,
  deviceClock,
  document,
  edition,
  event,
  evidence,
  exportedFile,
  givenAnswer,
  health,
  hotel,
  hotelImport,
  hotelReport,
  pageProblem,
  person,
  problem,
  progress,
  question,
  questionImport,
  quietHotels,
  response,
  results,
  review,
  session,
  signIn,
  survey,
  systemUser,
];

/** Returns all exported contracts of the domain, by their names in the document. */
export function components(): Record<string, ZodType> {
  const named = contracts.flatMap((exported) =>
    Object.entries<unknown>({ ...exported }).filter(([name]) => name.endsWith('Schema')),
  );
  return Object.fromEntries(
    named.map(([name, schema]) => [
      `${name[0]?.toUpperCase()}${name.slice(1, -'Schema'.length)}`,
      schema as ZodType,
    ]),
  );
}
