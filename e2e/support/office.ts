import { request as api, type APIRequestContext } from '@playwright/test';
import type { z } from 'zod';

import type { evidenceOfInterviewSchema } from '#domain/evidence/evidence.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { hotelFields } from '#test/build.ts';
import { expect, test } from './test.ts';

/**
 * Returns the office: an administrator who calls the API while the test's pages are in the field.
 * `request` is Playwright's fixture, which has its own cookies.
 */
export async function anOffice(request: APIRequestContext) {
  await request.post('/api/auth/login', {
    data: { email: 'admin@bellwether.example', password: 'bellwether-demo' },
  });
  const made = async (path: string, data: object) => {
    const answer = await request.post(path, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as { id: number };
  };
  const unique = Math.random().toString(36).slice(2, 10);
  return {
    /** Creates an active survey for this test: questions with one choice each, and a text question. */
    addSurvey: async (
      choices = ['Were they greeted?', 'Were they shown the way?'],
      text: string | null = 'Anything else?',
    ): Promise<Edition> => {
      const title = `Arrival at night ${unique}`;
      const survey = { title, category: 'hospitality', status: 'active' };
      const { id: surveyId } = await made('/api/surveys', survey);
      const answers = [
        { text: 'No', score: 0 },
        { text: 'Yes', score: 10 },
      ];
      const kpeCategory = 'The Right Fit';
      for (const asked of choices) {
        const choice = { text: asked, type: 'radio', required: true, kpeCategory, answers };
        await made('/api/questions', { surveyId, ...choice });
      }
      if (text !== null)
        await made('/api/questions', { surveyId, text, type: 'text', answers: [] });
      const { edition } = (await (
        await request.get(`/api/surveys/${surveyId}/with-questions`)
      ).json()) as { edition: number };
      const answer = await request.get(`/api/surveys/${surveyId}/editions/${edition}`);
      return (await answer.json()) as Edition;
    },
    /** Makes a question want evidence of every answer. Evidence can then be added to all answers. */
    wantEvidence: async ({ questions: [first] }: Edition): Promise<void> => {
      const answer = await request.put(`/api/questions/${first?.id}`, {
        data: { evidence: 'always' },
      });
      expect(answer.status(), await answer.text()).toBe(200);
    },
    /** Returns what the server holds of an interview, with the bytes, and what it misses. */
    evidenceOf: async (interview: string) => {
      const read = (await (
        await request.get('/api/evidence', { params: { interview } })
      ).json()) as z.infer<typeof evidenceOfInterviewSchema>;
      const held = read.held.map(async (file) => {
        const answer = await request.get(`/api/evidence/${file.fileId}`);
        expect(answer.status()).toBe(200);
        return { ...file, bytes: await answer.body() };
      });
      return { ...read, held: await Promise.all(held) };
    },
    addHotel: (more: object = {}) =>
      made('/api/hotels', {
        ...hotelFields,
        hotelId: `E2E-${unique}`,
        hotelName: `Night House ${unique}`,
        hotelBrand: 'Night',
        ...more,
      }) as Promise<{ id: number; hotelName: string }>,
    /** Creates a person for this test, who has chosen their password. */
    addPerson: async (name: string, roleName = 'Assessor') => {
      const roles = (await (await request.get('/api/user-roles')).json()) as {
        id: number;
        name: string;
      }[];
      const roleId = roles.find((role) => role.name === roleName)?.id;
      const account = { email: `${unique}@hotel.example`, password: 'a lantern in the fog' };
      const given = 'a candle in the wind';
      const person = { ...account, password: given, name, mobileNumber: '+1 202 555 0142', roleId };
      const { id } = await made('/api/system-users', person);
      await choosePassword({ ...account, given });
      return { ...account, id, name };
    },
    setActive: async (id: number, isActive: boolean) => {
      const answer = await request.put(`/api/system-users/${id}/status`, { data: { isActive } });
      expect(answer.status()).toBe(200);
    },
    /** Returns every response whose respondent's name begins like this. */
    responsesOf: async (respondent: string) => {
      const all = (await (await request.get('/api/responses')).json()) as {
        id: number;
        respondentName: string;
        syncStatus: string;
        corrected: boolean;
        reviewReasons: string[];
        responseAnswers: unknown[];
      }[];
      return all.filter(({ respondentName }) => respondentName.startsWith(respondent));
    },
  };
}

/** Replaces a given password, as the person must at their first sign-in. */
async function choosePassword(account: { email: string; given: string; password: string }) {
  // Use other cookies, so that nobody else is signed out.
  const theirs = await api.newContext({ baseURL: test.info().project.use.baseURL });
  const { email, given, password } = account;
  await theirs.post('/api/auth/login', { data: { email, password: given } });
  const chosen = { currentPassword: given, newPassword: password };
  const answer = await theirs.post('/api/auth/password', { data: chosen });
  expect(answer.status(), await answer.text()).toBe(200);
  await theirs.dispose();
}
