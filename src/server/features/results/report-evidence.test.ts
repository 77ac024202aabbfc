import { afterAll, beforeAll, expect, test } from 'vitest';

import { hotelReportSchema, mostRemarks, mostSignatures } from '#domain/results/hotel-report.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { sendEvidence } from '#test/evidence.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
});
afterAll(() => server.close());

const choices = () => survey.questions.filter(({ answers }) => answers.length > 0);

/** Stores an interview with a note on its first question, so that the report shows this question. */
async function hold(clientId: string, hotelId = hotel.id) {
  const { status } = await server.as('asa')('POST', '/api/responses', {
    ...{ clientId, surveyId: survey.id, edition: survey.edition, hotelId },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
    responseAnswers: choices().map(({ id, answers }, place) => ({
      questionId: id,
      answerId: answers[0]?.id,
      ...(place === 0 && { note: 'Seen twice.' }),
    })),
  });
  expect(status).toBe(201);
}

const reported = async (id = hotel.id) =>
  hotelReportSchema.parse((await server.as('asa')('GET', `/api/hotels/${id}/report`)).body);

test('a hotel without evidence says so', async () => {
  await hold('interview_bare');
  const { hasEvidence, remarks, signatures } = await reported();
  expect(hasEvidence).toBe(false);
  expect(remarks.map(({ photos }) => photos)).toEqual([[]]);
  expect(signatures).toEqual([]);
});

test('photos stand beside their answer, four at most, and signatures at the end', async () => {
  await hold('interview_shown');
  const [first, second] = choices();
  const send = (fileId: string, kind: string, question: number, at: number) =>
    sendEvidence(server, 'asa', {
      ...{ fileId, interview: 'interview_shown', question, kind, name: 'seen.jpg' },
      more: { caption: `Caption of ${fileId}`, takenAt: `2026-03-01T10:0${at}:00Z` },
    });
  for (const at of [5, 4, 3, 2, 1]) await send(`photo_first_${at}`, 'photo', first!.id, at);
  await send('photo_second', 'photo', second!.id, 1);
  await send('signature_1', 'signature', first!.id, 6);
  const { hasEvidence, remarks, signatures } = await reported();
  expect(hasEvidence).toBe(true);
  const [shown, bare] = remarks;
  expect(shown?.photos.map(({ fileId }) => fileId)).toEqual(
    [1, 2, 3, 4].map((at) => `photo_first_${at}`),
  );
  expect(shown?.morePhotos).toBe(1);
  expect(shown?.photos[0]).toMatchObject({
    ...{ kind: 'photo', caption: 'Caption of photo_first_1', hasThumbnail: true },
  });
  expect(bare).toMatchObject({ photos: [], morePhotos: 0 });
  expect(signatures).toMatchObject([
    { fileId: 'signature_1', responseId: shown?.responseId, caption: 'Caption of signature_1' },
  ]);
});

test('a report says that it leaves out remarks and signatures', async () => {
  const busy = await aHotel(server);
  const { moreRemarks: none } = await reported(busy.id);
  expect(none).toBe(false);
  for (let at = 0; at <= mostSignatures; at += 1) {
    await hold(`interview_signed_${at}`, busy.id);
    await sendEvidence(server, 'asa', {
      ...{ fileId: `signature_of_${at}`, interview: `interview_signed_${at}` },
      ...{ question: choices()[0]!.id, kind: 'signature', name: 'signed.png' },
      more: { takenAt: '2026-03-01T10:06:00Z' },
    });
  }
  const few = await reported(busy.id);
  expect(few.signatures).toHaveLength(mostSignatures);
  expect(few.moreSignatures).toBe(true);
  expect(few.moreRemarks).toBe(false);
  for (let at = few.remarks.length; at <= mostRemarks; at += 1)
    await hold(`interview_more_${at}`, busy.id);
  const full = await reported(busy.id);
  expect(full.remarks).toHaveLength(mostRemarks);
  expect(full.moreRemarks).toBe(true);
});

test('evidence that its sender had no right to send is not in the report', async () => {
  const other = await aHotel(server);
  await hold('interview_other', other.id);
  const { status } = await sendEvidence(server, 'cole', {
    ...{ fileId: 'photo_stray', interview: 'interview_other', question: choices()[0]!.id },
  });
  expect(status).toBe(201);
  const { hasEvidence, remarks } = await reported(other.id);
  expect(hasEvidence).toBe(false);
  expect(remarks[0]?.photos).toEqual([]);
});
