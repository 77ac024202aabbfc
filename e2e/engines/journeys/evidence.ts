import { writeFileSync } from 'node:fs';

import { interviewPath, paths } from '#web/paths.ts';
import { withExif } from '../../support/pictures.ts';
import { answer, beginAt, complete, resume, visit } from '../interview.ts';
import type { Device } from '../device.ts';
import type { Journey } from '../journey.ts';
import { button, dialog, field, inside, role, text } from '../seen.ts';

export const evidenceJourneys: Journey[] = [
  {
    title: 'a photo, a document and a signature taken offline outlive SIGKILL, and arrive once',
    run: async ({ device, own, office }) => {
      const respondent = own('Fay');
      const survey = await office.addSurvey(['Is the lobby clean?', 'Is the pool closed?'], null);
      await office.wantEvidence(survey);
      const hotel = await office.addHotel();
      await visit(device, 'assessor');
      await beginAt(device, hotel.id, respondent, survey.title);
      const interview = new URLSearchParams((await device.address()).split('?')[1]).get('resume');
      await device.connection.cut();
      await answer(device);
      await addEvidence(device);
      await device.kill();

      await device.start();
      await device.open(interviewPath(hotel.id));
      await resume(device);
      for (const name of ['Photo 1', 'Photo 2', 'Signature 1: Ann Darrow'])
        await device.see(button(`Open ${name}`));
      await device.see(text(/^plan\.pdf/));
      await device.until('the thumbnails are decoded', () => device.evaluate(areDecoded));
      await device.click(button('Open Photo 2'));
      await device.see(inside(role('dialog'), role('img', 'Photo 2')));
      await device.press('Escape');
      await complete(device);
      await device.see(text(/Response saved offline and will sync when online/));
      await device.kill();

      await device.start();
      await device.connection.restore();
      await device.open(paths.sync);
      await device.see(text('Nothing to send'), 60_000);
      const { held, missing } = await office.evidenceOf(interview ?? '');
      const seen = held.map(({ kind, name, width, height }) => ({ kind, name, width, height }));
      const wanted = [
        { kind: 'photo', name: 'turned.jpg', width: 200, height: 400 },
        { kind: 'photo', name: 'large.jpg', width: 1600, height: 800 },
        { kind: 'document', name: 'plan.pdf', width: null, height: null },
        { kind: 'signature', name: 'signature.png', width: 1200, height: 400 },
      ];
      if (missing.length > 0 || JSON.stringify(seen) !== JSON.stringify(wanted))
        throw new Error(`The server has ${JSON.stringify({ seen, missing })}`);
      for (const { kind, bytes } of held)
        if (kind === 'photo' && (!isJpeg(bytes) || bytes.includes('Exif')))
          throw new Error('A photo was not drawn again');
      const [response] = await office.responsesOf(respondent);
      if (response?.reviewReasons.length !== 0)
        throw new Error(`The response has the reasons ${response?.reviewReasons.join()}`);
    },
  },
];

const isJpeg = (bytes: Buffer) => bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]));

/** Adds two photos, a document and a signature to the answer on the screen. */
async function addEvidence(device: Device): Promise<void> {
  await device.click(button('Add a photo'));
  const small = await jpegOf(device, aSmallJpeg);
  await choose(device, 'From gallery', 'turned.jpg', withExif(small, 6));
  await device.see(button('Open Photo 1'));
  await choose(device, 'Take a photo', 'large.jpg', await jpegOf(device, aLargeJpeg));
  await device.see(button('Open Photo 2'));
  await choose(device, 'Document', 'plan.pdf', Buffer.from('%PDF-1.7\n'));
  await device.see(text(/^plan\.pdf/));
  await device.click(button('Signature'));
  const signing = dialog('Signature');
  await device.fill(inside(signing, field('Printed name')), 'Ann Darrow');
  await device.drag(
    inside(signing, role('img', /^Sign here/)),
    inside(signing, button('Keep signature')),
  );
  await device.click(inside(signing, button('Keep signature')));
  await device.see(button('Open Signature 1: Ann Darrow'));
}

async function choose(device: Device, name: string, file: string, content: Buffer) {
  const path = device.fileAt(file);
  writeFileSync(path, content);
  await device.chooseFile(field(name), path);
}

async function jpegOf(device: Device, draw: () => string): Promise<Buffer> {
  return Buffer.from((await device.evaluate(draw)).split(',')[1] ?? '', 'base64');
}

/** Draws in the page. Returns a JPEG as data URL. */
function aSmallJpeg(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
  canvas.getContext('2d')?.fillRect(0, 0, 200, 100);
  return canvas.toDataURL('image/jpeg');
}

function aLargeJpeg(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 2000 });
  canvas.getContext('2d')?.fillRect(0, 0, 200, 100);
  return canvas.toDataURL('image/jpeg');
}

function areDecoded(): boolean {
  const pictures = [...document.images];
  return pictures.length === 3 && pictures.every(({ naturalWidth }) => naturalWidth > 0);
}
