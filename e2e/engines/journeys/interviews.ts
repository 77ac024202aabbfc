import { interviewPath, paths } from '#web/paths.ts';
import { addLink } from '../../support/links.ts';
import type { Journey } from '../journey.ts';
import { answer, begin, beginAt, complete, resume, visit } from '../interview.ts';
import { screens, seeScreen } from '../screens.ts';
import { button, field, first, heading, inside, role, text, type Seen } from '../seen.ts';

const needsConnection = first(text(/^No connection to Bellwether/));

/** What screens that need a connection show when there is none. */
const withoutConnection: Record<string, Seen> = {
  [paths.users]: needsConnection,
  [paths.audit]: heading('The Audit Trail needs a connection'),
  [paths.background]: needsConnection,
};

export const interviewJourneys: Journey[] = [
  {
    title: 'a whole interview, to its response in Results',
    run: async ({ device, own, office }) => {
      const respondent = own('Wanda');
      await visit(device, 'assessor');
      await device.open(interviewPath(30));
      await device.evaluate(noteWhetherAsked);
      await begin(device, respondent);
      await complete(device);
      await device.see(text('Response submitted successfully'));
      // Firefox would show a question that the person did not cause.
      if (
        device.engine.name === 'firefox' &&
        (await device.evaluate(() => 'wasAsked' in globalThis))
      )
        throw new Error('The browser was asked for storage that lasts');
      await device.click(role('link', 'View Results'));
      await device.see(text(new RegExp(`^${respondent}`)));
      await expectRows(office, respondent, 1);
    },
  },
  {
    title: 'a cold start without a connection: every screen works, or says what it needs',
    run: async ({ device }) => {
      await visit(device, 'admin');
      for (const path of [paths.results, paths.workflow, paths.hotels]) await device.open(path);
      await device.see(text(/^\d+ hotels$/));
      await device.close();
      await device.connection.cut();
      await device.start();
      for (const { path, shows } of screens) {
        if (path.includes('/hotels/')) continue;
        await device.open(path);
        await seeScreen(device, withoutConnection[path] ?? shows, path);
        await device.see(text(/^Working offline/));
      }
    },
  },
  {
    title: 'an interview in two tabs: one writes, the other shows it and then takes over',
    run: async ({ device, own, office }) => {
      const respondent = own('Tabitha');
      const survey = await office.addSurvey(['Were they greeted?', 'Were they shown the way?']);
      const hotel = await office.addHotel();
      await visit(device, 'assessor');
      await beginAt(device, hotel.id, respondent, survey.title);
      await answer(device);
      const address = await device.address();

      await device.openTab();
      await device.goTo(address);
      await device.see(text('This interview is open in another tab of this device'));
      await device.seeNo(role('radio'));

      await device.showTab(0);
      await device.click(button('Next'));
      await device.see(text('Question 2 of 3'));
      await device.open(paths.workflow);
      await device.showTab(1);
      await device.see(button('Next'));
      await complete(device);
      await device.see(text('Response submitted successfully'));
      await expectRows(office, respondent, 1);
    },
  },
  {
    title: 'answers given without a connection outlive SIGKILL, and arrive as exactly one row',
    run: async ({ device, own, office }) => {
      const respondent = own('Kira');
      await visit(device, 'assessor');
      await device.connection.cut();
      await device.kill();
      await device.start();
      await beginAt(device, 31, respondent);
      await answer(device);
      await device.see(text('Saved on this device'));
      await device.kill();
      await device.start();
      await device.open('/interview/31');
      await resume(device);
      await device.seeChecked(first(role('radio')));
      await complete(device);
      await device.see(first(text(/Response saved offline and will sync when online/)));
      await device.kill();
      await device.start();
      await device.open(paths.sync);
      await device.see(text(new RegExp(respondent)));
      await expectRows(office, respondent, 0);

      await device.connection.restore();
      await device.see(text('Nothing to send'), 60_000);
      // The device has asked what is pending. The demonstration data may have left some.
      await device.see(text(/^(All data synced|\d+ pending)$/));
      await expectRows(office, respondent, 1);
      await device.kill();
      await device.start();
      await device.open(paths.results);
      await device.see(text(new RegExp(`^${respondent}`)));
      await expectRows(office, respondent, 1);
    },
  },
  {
    title:
      'a self-assessment by link: answered, reloaded at once, and completed without a connection',
    on: { width: 390, height: 844 },
    run: async ({ device, own, office, request }) => {
      const edition = await office.addSurvey();
      const hotel = await office.addHotel();
      const rounds = await request.get(`/api/hotels/${hotel.id}/rounds`);
      const { cycles } = (await rounds.json()) as { cycles: { rounds: { id: number }[] }[] };
      const roundId = cycles[0]?.rounds[0]?.id ?? 0;
      const name = own('Ana');
      await device.openAtOnce(await addLink(request, { hotelId: hotel.id, roundId, name }));
      await device.click(button('Open the assessment'));
      const survey = role('listitem', edition.title);
      await device.click(inside(survey, button(/^Start/)));
      await device.click(role('radio', 'Yes'));
      // Another address, because a reload of the same one returns to the questions.
      await device.openAtOnce('/h?again');
      await device.see(inside(survey, text(/33% answered/)));
      await device.click(inside(survey, button(/^Continue/)));

      await device.connection.cut();
      await device.click(role('radio', 'Yes'));
      await device.click(button('Next'));
      await device.fill(field('Anything else?'), 'Nothing, thank you.');
      await device.click(button('All answers'));
      await device.click(button('Complete'));
      await device.see(heading('Completed, not sent yet'));
      await device.connection.restore();
      await device.see(heading('Thank you'));
      const { surveyId } = edition;
      const stored = await request.get('/api/responses', { params: { surveyId } });
      const scores = (await stored.json()) as { respondentName: string; totalScore: number }[];
      if (scores.length !== 1 || scores[0]?.totalScore !== 20)
        throw new Error(`Stored are ${JSON.stringify(scores)}`);
    },
  },
];

/** Notes in the page whether its browser is asked for persistent storage. */
function noteWhetherAsked(): void {
  if (!('storage' in navigator)) return;
  navigator.storage.persist = () => {
    Object.assign(globalThis, { wasAsked: true });
    return Promise.resolve(false);
  };
}

async function expectRows(
  office: Parameters<Journey['run']>[0]['office'],
  respondent: string,
  wanted: number,
): Promise<void> {
  const rows = await office.responsesOf(respondent);
  if (rows.length !== wanted)
    throw new Error(`The server has ${rows.length} responses of ${respondent}, not ${wanted}`);
  const other = rows.find(({ syncStatus }) => syncStatus !== 'synced');
  if (other) throw new Error(`The response of ${respondent} is ${other.syncStatus}`);
}
