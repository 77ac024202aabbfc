import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { mostEventsWithLinks } from '#domain/actions/action.ts';
import { linkDays } from '#domain/contacts/contact.ts';
import { mostEventsByLink, type LinkAction } from '#domain/contacts/plan-by-link.ts';
import { evidenceLimits } from '#domain/evidence/evidence.ts';
import { anAction, anAssessedHotel, currentRound } from '#test/build.ts';
import { aLink, sendByLink } from '#test/contact.ts';
import { aJpeg, sendEvidence } from '#test/evidence.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
/** The server's clock. */
let clock = () => Date.now();
beforeAll(async () => {
  server = await openTestApp({ now: () => clock() });
});
afterAll(() => server.close());

type Link = { hotelId: number; roundId: number; contactId: number; linkId: number; cookie: string };
let link: Link;
let minor: number;
let critical: number;
beforeEach(async () => {
  clock = () => Date.now();
  link = await anApprovedRound();
  minor = (await anAction(server, link.hotelId)).id;
  critical = (await anAction(server, link.hotelId, { severity: 'critical' })).id;
});

/** Makes a hotel whose round is approved, and a link to it. */
async function anApprovedRound(): Promise<Link> {
  const { id: hotelId } = await anAssessedHotel(server);
  const roundId = await currentRound(server, hotelId);
  await setApproved(roundId, new Date().toISOString());
  return { hotelId, roundId, ...(await aLink(server, { hotelId, roundId })) };
}
const setApproved = (roundId: number, approvedAt: string | null) =>
  server.db
    .updateTable('rounds')
    .set({ approvedAt, status: approvedAt === null ? 'open' : 'approved' })
    .where('id', '=', roundId)
    .execute();

const event = (id: number, more: object, cookie = link.cookie) =>
  server.as('nobody')(
    'POST',
    `/api/link/actions/${id}/events`,
    { clientId: `event_${randomUUID()}`, ...more },
    { cookie },
  );
const comment = { kind: 'comment', text: 'The painter comes on Monday' };
const done = { kind: 'status', from: 'open', to: 'done' };
const photo = (action: number, more: object = {}) =>
  sendByLink(server, link.cookie, { action, ...more });
async function plan(): Promise<LinkAction[]> {
  const { body } = await server.as('nobody')('GET', '/api/link/round', undefined, {
    cookie: link.cookie,
  });
  return body.result.plan;
}
const planned = async (id: number) => (await plan()).find((one) => one.id === id)!;
const inOffice = async (id: number) => (await server.as('asa')('GET', `/api/actions/${id}`)).body;
const pathsOf = ({ body }: { body: { errors?: { path: string }[] } }) =>
  body.errors?.map(({ path }) => path);

describe('the plan by link', () => {
  test('is read, commented, started and reported done by the contact, and verified by people', async () => {
    expect((await event(minor, comment)).status).toBe(201);
    const start = { kind: 'status', from: 'open', to: 'in-progress' };
    expect((await event(minor, start)).body).toEqual({ applied: true });
    const finish = { kind: 'status', from: 'in-progress', to: 'done', text: 'Painted' };
    expect((await event(minor, finish)).body).toEqual({ applied: true });
    expect(await planned(minor)).toMatchObject({
      ...{ status: 'done', moves: [], severity: 'minor', dueOn: '2026-03-31', earlier: 0 },
      events: [
        { kind: 'comment', by: 'Ana Hotel', text: comment.text },
        { kind: 'status', move: 'start' },
        { kind: 'status', move: 'finish', text: 'Painted' },
      ],
    });
    const seen = await inOffice(minor);
    expect(seen.events[0]).toMatchObject({ by: 'Ana Hotel', byId: null, isByLink: true });
    const counts = await server.as('asa')('GET', `/api/actions/counts?hotelId=${link.hotelId}`);
    expect(counts.body.done).toBe(1);
    const verify = { clientId: `verify_${randomUUID()}`, kind: 'status', from: 'done' };
    const verified = await server.as('connie')('POST', `/api/actions/${minor}/events`, {
      ...{ ...verify, to: 'verified' },
    });
    expect(verified.body.action.status).toBe('verified');
    expect((await planned(minor)).status).toBe('verified');
  });

  test('says what was agreed', async () => {
    expect((await planned(minor)).what).toBe('');
    const agreed = { clientId: `what_${randomUUID()}`, kind: 'what', what: 'Paint the door' };
    await server.as('connie')('POST', `/api/actions/${minor}/events`, agreed);
    expect((await planned(minor)).what).toBe('Paint the door');
  });

  test('shows overdue, the owner and whether the contact is the owner', async () => {
    await server.db
      .updateTable('actions')
      .set({ ownerContactId: link.contactId, ownerName: 'Ana Hotel' })
      .where('id', '=', minor)
      .execute();
    clock = () => Date.parse('2026-04-01T12:00:00Z');
    expect(await planned(minor)).toMatchObject({
      ...{ isOverdue: true, ownerName: 'Ana Hotel', isMine: true },
    });
    expect(await planned(critical)).toMatchObject({ ownerName: null, isMine: false });
    clock = () => Date.parse('2026-03-31T12:00:00Z');
    expect((await planned(minor)).isOverdue).toBe(false);
  });

  test('says that the owner has no access any more, while the action is open', async () => {
    const owned = { ownerUserId: server.idOf('connie'), ownerName: 'Connie Consultant' };
    await server.db
      .updateTable('actions')
      .set({ ...owned, ownerContactId: null })
      .where('id', '=', minor)
      .execute();
    expect((await planned(minor)).ownerLeft).toBeUndefined();
    const account = (isActive: boolean) =>
      server.db
        .updateTable('systemUsers')
        .set({ isActive })
        .where('id', '=', owned.ownerUserId)
        .execute();
    await account(false);
    const left = await planned(minor);
    await account(true);
    expect(left).toMatchObject({ ownerName: 'Connie Consultant', ownerLeft: true });
  });

  test('lists the latest events, and says how many are earlier', async () => {
    for (let count = 0; count < mostEventsByLink + 2; count += 1)
      await event(minor, { ...comment, text: `Day ${count}` });
    const { events, earlier } = await planned(minor);
    expect([events.length, earlier, events.at(-1)?.text]).toEqual([
      ...[mostEventsByLink, 2, `Day ${mostEventsByLink + 1}`],
    ]);
  });

  test('stores an event once, however often it is sent', async () => {
    const clientId = `twice_${randomUUID()}`;
    const answers = await Promise.all([
      event(minor, { ...comment, clientId }),
      event(minor, { ...comment, clientId }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect((await planned(minor)).events).toHaveLength(1);
    const other = await event(minor, { ...comment, clientId, text: 'Another' });
    expect([other.status, other.body.type]).toEqual([409, '/problems/same-key-other-content']);
    // An event that somebody else sends with the same id is not taken for this one.
    const { cookie } = await aLink(server, { ...link, name: 'Ben Hotel' });
    expect((await event(minor, { ...comment, clientId }, cookie)).status).toBe(409);
  });

  test('keeps an action whose finding was taken back, and what is said of it as a note', async () => {
    await server.db
      .updateTable('actions')
      .set({ status: 'not-a-finding', foundIn: [] })
      .where('id', '=', minor)
      .execute();
    expect(await planned(minor)).toMatchObject({ status: 'not-a-finding', moves: [] });
    const late = await event(minor, done);
    expect([late.status, late.body.applied]).toEqual([201, false]);
  });

  test('keeps as a note what others have overtaken', async () => {
    await server.db
      .updateTable('actions')
      .set({ status: 'verified' })
      .where('id', '=', minor)
      .execute();
    const { status, body } = await event(minor, { ...done, text: 'Painted' });
    expect([status, body]).toEqual([201, { applied: false }]);
    expect((await planned(minor)).events[0]?.refusal).toMatch(/is kept as a note/);
  });
});

describe('a contact cannot', () => {
  test.each([
    ['verify', { kind: 'status', from: 'done', to: 'verified' }, ['from', 'to']],
    ['return', { kind: 'status', from: 'done', to: 'in-progress' }, ['from']],
    ['withdraw', { kind: 'status', from: 'open', to: 'withdrawn', text: 'No' }, ['to']],
    ['change the due day', { kind: 'due', dueOn: '2027-01-01' }, ['kind']],
    ['change the owner', { kind: 'owner', owner: null }, ['kind']],
    ['write too much', { kind: 'comment', text: 'x'.repeat(2_001) }, ['text']],
    ['report done without words or a photo', { ...done, text: ' ' }, ['text']],
  ])('%s', async (_, body, paths) => {
    const before = await inOffice(minor);
    const answer = await event(minor, body);
    expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
    expect(await inOffice(minor)).toEqual(before);
  });

  test('report a critical action done without a photo', async () => {
    const answer = await event(critical, { ...done, text: 'Painted' });
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['to']]);
    const { fileId } = (await photo(critical)).body;
    // A photo that no event names proves nothing.
    expect((await event(critical, comment)).status).toBe(201);
    expect((await planned(critical)).moves).toContainEqual({ move: 'finish', wants: 'evidence' });
    expect((await event(critical, { ...done, text: 'Painted' })).status).toBe(400);
    expect((await event(critical, { kind: 'evidence', fileIds: [fileId] })).status).toBe(201);
    expect((await planned(critical)).moves).toContainEqual({ move: 'finish', wants: 'nothing' });
    expect((await event(critical, done)).body).toEqual({ applied: true });
  });

  test('reach the action of another hotel, or of another round of the same hotel', async () => {
    const other = await anApprovedRound();
    const theirs = (await anAction(server, other.hotelId)).id;
    await server.db
      .updateTable('actions')
      .set({ foundIn: [other.roundId] })
      .where('id', '=', critical)
      .execute();
    const { fileId } = (await sendByLink(server, other.cookie, { action: theirs })).body;
    for (const id of [theirs, critical]) {
      expect((await event(id, comment)).status).toBe(404);
      expect((await photo(id)).status).toBe(404);
      expect((await thumbnail(id, fileId)).status).toBe(404);
      expect((await picture(id, fileId)).status).toBe(404);
    }
    expect((await plan()).map(({ id }) => id)).toEqual([minor]);
  });

  test('write to an action while the round is reopened, and are told so', async () => {
    const { fileId } = (await photo(minor)).body;
    await setApproved(link.roundId, null);
    for (const refused of [await event(minor, comment), await photo(minor)])
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        'This assessment was reopened for corrections. Send this again once it is approved again.',
      ]);
    expect((await event(2_000_000_000, comment)).status).toBe(404);
    expect((await picture(minor, fileId)).status).toBe(404);
    await setApproved(link.roundId, new Date().toISOString());
    expect((await event(minor, comment)).body).toEqual({ applied: true });
  });

  test.each([
    [
      'a revoked link',
      () =>
        server.as('connie')(
          'DELETE',
          `/api/hotels/${link.hotelId}/contacts/${link.contactId}/links/${link.linkId}`,
        ),
    ],
    [
      'a link that has expired',
      async () => {
        const later = Date.now() + (linkDays + 1) * 86_400_000;
        clock = () => later;
      },
    ],
    [
      'the link of a contact who was removed',
      () => server.as('connie')('DELETE', `/api/hotels/${link.hotelId}/contacts/${link.contactId}`),
    ],
  ])('do anything by %s', async (_, end) => {
    const { fileId } = (await photo(minor)).body;
    await end();
    expect((await event(minor, comment)).status).toBe(401);
    expect((await photo(minor)).status).toBe(401);
    expect((await thumbnail(minor, fileId)).status).toBe(401);
    expect((await picture(minor, fileId)).status).toBe(401);
  });
});

const picture = (id: number, fileId: string, part = '') =>
  server.as('nobody')('GET', `/api/link/actions/${id}/photos/${fileId}${part}`, undefined, {
    cookie: link.cookie,
  });
const thumbnail = (id: number, fileId: string) => picture(id, fileId, '/thumbnail');

describe('a photo by link', () => {
  test('is stored once, shown back, and belongs to the action', async () => {
    const fileId = `photo_${randomUUID()}`;
    const answers = [await photo(minor, { fileId }), await photo(minor, { fileId })];
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    expect((await photo(minor, { fileId, bytes: aJpeg('another') })).status).toBe(409);
    expect((await event(minor, { kind: 'evidence', fileIds: [fileId] })).status).toBe(201);
    expect((await planned(minor)).events[0]?.photos).toEqual([
      { fileId, name: 'photo.jpg', hasThumbnail: true },
    ]);
    expect((await thumbnail(minor, fileId)).status).toBe(200);
    const whole = await picture(minor, fileId);
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(whole.headers['content-security-policy']).toContain('sandbox');
    const [seen] = (await inOffice(minor)).events;
    expect(seen.files[0]).toMatchObject({ fileId, takenBy: 'Ana Hotel', takenById: null });
  });

  test('of another action is not named, not shown and not taken over', async () => {
    const { fileId } = (await photo(critical)).body;
    const named = await event(minor, { kind: 'evidence', fileIds: [fileId] });
    expect([named.status, pathsOf(named)]).toEqual([400, ['fileIds.0']]);
    expect((await thumbnail(minor, fileId)).status).toBe(404);
    expect((await picture(minor, fileId)).status).toBe(404);
    expect((await photo(minor, { fileId })).status).toBe(409);
  });

  test('that somebody without a right to the hotel sent is not shown', async () => {
    const { clientId, questionId } = await server.db
      .selectFrom('actions')
      .select(['clientId', 'questionId'])
      .where('id', '=', minor)
      .executeTakeFirstOrThrow();
    const sent = await sendEvidence(server, 'cole', { interview: clientId, question: questionId });
    expect(sent.status).toBe(201);
    const { fileId } = sent.body;
    expect((await picture(minor, fileId)).status).toBe(404);
    expect((await thumbnail(minor, fileId)).status).toBe(404);
  });

  test('is a picture, and one of at most as many as an action takes', async () => {
    const answer = await photo(minor, { bytes: Buffer.from('words') });
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['file']]);
    for (let count = 1; count < evidenceLimits.photosOfQuestion; count += 1) await photo(minor);
    const last = await Promise.all([photo(minor), photo(minor)]);
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  });

  test('that was deleted does not come back', async () => {
    const fileId = `photo_${randomUUID()}`;
    await photo(minor, { fileId });
    const reason = { reason: 'It shows a guest' };
    expect((await server.as('alice')('DELETE', `/api/evidence/${fileId}`, reason)).status).toBe(
      200,
    );
    expect((await photo(minor, { fileId })).status).toBe(410);
  });
});

test('every call by link has its limit of calls', async () => {
  const calls = Array.from({ length: 121 }, () => event(minor, { kind: 'none' }));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toContain(429);
  expect((await photo(minor)).status).toBe(429);
  expect((await thumbnail(minor, 'photo_none_here')).status).toBe(429);
  expect((await picture(minor, 'photo_none_here')).status).toBe(429);
});

test('a link cannot fill an action, so people of the brand can still verify it', async () => {
  const rows = Array.from({ length: mostEventsWithLinks }, () => ({
    ...{ clientId: `event_${randomUUID()}`, actionId: minor, kind: 'comment' as const },
    ...{ body: JSON.stringify({ text: 'Again' }), actorName: 'Ana Hotel' },
    actorContactId: link.contactId,
  }));
  await server.db.insertInto('actionEvents').values(rows).execute();
  const { status, body } = await event(minor, comment);
  expect([status, body.detail]).toEqual([409, 'This action has 400 events, and takes no more.']);
  const start = { clientId: `start_${randomUUID()}`, kind: 'status', from: 'open' };
  const moved = await server.as('connie')('POST', `/api/actions/${minor}/events`, {
    ...{ ...start, to: 'in-progress' },
  });
  expect(moved.body.action.status).toBe('in-progress');
});
