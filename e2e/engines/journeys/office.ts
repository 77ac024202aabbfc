import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { paths } from '#web/paths.ts';
import type { Device } from '../device.ts';
import type { Journey } from '../journey.ts';
import { signIn } from '../interview.ts';
import { button, dialog, field, first, heading, inside, role, text, type Seen } from '../seen.ts';

const moved = text('Hotel stage updated successfully - Refreshing page...');
const column = (stage: string) => role('region', stage);
const cardIn = (stage: string, name: string): Seen =>
  inside(column(stage), button(new RegExp(`^${name} `)));

export const officeJourneys: Journey[] = [
  {
    title: 'a survey built by the keyboard alone',
    run: async ({ device, own }) => {
      await signIn(device, 'admin');
      await device.open(paths.surveyBuilder);
      await device.tabTo(field('Survey title'));
      await device.type(own('Built by keys'));
      await device.tabTo(field('Category'));
      await device.chooseByArrows('Hospitality');
      await pressByKey(device, button('Create Survey'));
      await device.see(text('Survey created'));
      await pressByKey(device, button('Add Question'));
      await addQuestion(device, 'Is the guest greeted?', 'Radio', 'Save and Add Another');
      await addQuestion(device, 'How was the welcome?', 'Checkbox', 'Save Question');
      await device.see(text(/^2 questions, maximum score \d+$/));
      await device.tabTo(button('Reorder question 2'));
      await device.press('Space');
      await device.press('ArrowUp');
      await device.see(text('Now at place 1 of 2.'));
      await device.press('Space');
      const questions = inside(role('list', 'Questions'), first(role('heading')));
      await device.until('the order', async () => {
        return (await device.textOf(questions)) === 'How was the welcome?';
      });
    },
  },
  {
    title: 'a condition is added by the first press, at the end of a long dialog',
    // Low enough that the dialog scrolls.
    on: { width: 1180, height: 700 },
    run: async ({ device }) => {
      await signIn(device, 'admin');
      await device.open(paths.surveyBuilder);
      await device.click(button('Breakfast and Morning Service'));
      await device.click(button('Edit question 5'));
      const inDialog = (seen: Seen) => inside(dialog('Edit Question 5'), seen);
      await device.click(inDialog(button('More')));
      // A press that is held for a moment, as a finger's is.
      const add = inDialog(button('Add Condition'));
      await device.drag(add, add);
      await device.see(inDialog(field('Earlier question of condition 1')));
    },
  },
  {
    title: 'downloads: the template of hotels, and the responses',
    run: async ({ device }) => {
      await signIn(device, 'admin');
      await device.open(paths.hotels);
      await device.click(button('Download Template'));
      const template = await device.saved('hotel-import-template.csv');
      if (!readFileSync(template, 'utf8').includes('Hotel ID,Hotel Name'))
        throw new Error('The template has no columns');
      await device.open(paths.audit);
      await device.click(button(/^Export/));
      await device.saved('audit-trail.csv');
    },
  },
  {
    title: 'an import of hotels: looked at first, then in the list',
    run: async ({ device, own }) => {
      const name = own('Imported House');
      const folder = mkdtempSync(join(tmpdir(), 'bellwether-import-'));
      const file = join(folder, 'hotels.csv');
      const [columns] = readFileSync('test/samples/hotels-with-errors.csv', 'utf8').split('\n');
      const row = `${name},${name},Meridian Group,Aurora,,,"1 Main St, Fl. 2",Québec,QC,Canada,G1R 4S9,Upper Upscale,East,,Pending,Initiated`;
      writeFileSync(file, `${columns}\n${row}\n`);
      await signIn(device, 'admin');
      await device.open(paths.hotels);
      await device.click(button('Import Hotels'));
      await device.chooseFile(inside(dialog('Import Hotels'), field(/^Choose a file/)), file);
      await device.see(text(/^1 ?new hotel$/));
      await device.click(button('Import 1 hotel'));
      await device.seeNo(dialog('Import Hotels'));
      await device.fill(field('Search'), name);
      await device.see(role('link', name));
      rmSync(folder, { recursive: true });
    },
  },
  {
    title: 'a card of the board by drag, and by the keyboard',
    run: async ({ device, office, own }) => {
      // The name sorts its card to the top of the column.
      const hotelName = own('Aaron House');
      await office.addHotel({ hotelName, hotelId: hotelName });
      await signIn(device, 'assessor');
      await device.open(paths.workflow);
      await device.drag(cardIn('Initiated', hotelName), column('Onsite Assessment'));
      await device.see(moved);
      await device.see(cardIn('Onsite Assessment', hotelName));

      await device.tabTo(cardIn('Onsite Assessment', hotelName));
      await device.press('Space');
      await device.press('ArrowRight');
      await device.see(text(/^Over Virtual Session\./));
      await device.press('Space');
      await device.see(cardIn('Virtual Session', hotelName));
      await device.seeFocused(cardIn('Virtual Session', hotelName));
      await device.reload();
      await device.see(cardIn('Virtual Session', hotelName));
    },
  },
];

async function pressByKey(device: Device, seen: Seen): Promise<void> {
  await device.tabTo(seen);
  await device.press('Enter');
}

async function addQuestion(device: Device, words: string, type: string, save: string) {
  const within = (seen: Seen) => inside(dialog('Add Question'), seen);
  await device.see(within(text(/^Step 1 of 3/)));
  await device.tabTo(within(field('Question text')));
  await device.type(words);
  await device.tabTo(within(field('Question type')));
  await device.chooseByArrows(type);
  await pressByKey(device, within(button('Next')));
  for (const [place, [option, points]] of Object.entries({ Yes: '10', No: '0' }).entries()) {
    await device.tabTo(within(field(`Option ${place + 1}`)));
    await device.type(option);
    await device.tabTo(within(field(`Points of option ${place + 1}`)));
    await device.press('Control', 'a');
    await device.type(points);
  }
  await pressByKey(device, within(button('Next')));
  await device.see(within(text(/^Step 3 of 3/)));
  await pressByKey(device, within(button(save)));
  await device.see(heading(words));
}
