import { expect, type Page } from '@playwright/test';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Survey, SurveyWithQuestions } from '#domain/surveys/survey.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { hotelFields } from '#test/build.ts';
import { own } from './test.ts';

let made = 0;

/** Creates a hotel in Onsite Assessment, at which interviews can be held by a call. */
export async function aHotelWithAnswers(page: Page, name: string) {
  made += 1;
  const hotelName = own(`${name} ${Date.now().toString(36)} ${made}`);
  const created = await page.request.post('/api/hotels', {
    data: {
      ...hotelFields,
      ...{ hotelId: hotelName.replaceAll(' ', '-'), hotelName, stage: 'Onsite Assessment' },
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: number };
  const read = async () => (await (await page.request.get(`/api/hotels/${id}`)).json()) as Hotel;
  return {
    id,
    hotelName,
    path: `/app/hotels/${id}`,
    read,
    moveTo: async (stage: Stage) => {
      const { ok } = await page.request.patch(`/api/hotels/${id}`, { data: { stage } });
      expect(ok).toBeTruthy();
    },
    /** Stores an interview in which every choice question got its first option, or its last (-1). */
    hold: async (option: 0 | -1) => {
      const surveys = (await (await page.request.get('/api/surveys')).json()) as Survey[];
      // Take the oldest active survey, because others may belong to tests that count their
      // responses.
      const active = surveys
        .toSorted((one, other) => one.id - other.id)
        .find(({ status }) => status === 'active');
      const asked = await page.request.get(`/api/surveys/${active?.id}/with-questions`);
      const survey = (await asked.json()) as SurveyWithQuestions;
      const stored = await page.request.post('/api/responses', {
        data: {
          ...{ surveyId: survey.id, edition: survey.edition, hotelId: id, syncStatus: 'synced' },
          ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
          responseAnswers: survey.questions
            .filter(({ answers }) => answers.length > 0)
            .map(({ id: questionId, answers }) => {
              const byScore = answers.toSorted((a, b) => a.score - b.score);
              return { questionId, answerId: byScore.at(option)?.id };
            }),
        },
      });
      expect(stored.status(), await stored.text()).toBe(201);
    },
  };
}
