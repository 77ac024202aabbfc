import { expect, type APIRequestContext, type Page } from '@playwright/test';

import { approveRound, failAll } from './failed-round.ts';
import { anOffice } from './office.ts';

/** Makes a hotel with an approved round of one finding, which has its action. */
export async function anApprovedPlan(request: APIRequestContext, question: string) {
  const office = await anOffice(request);
  const edition = await office.addSurvey([question], null);
  const hotel = await office.addHotel({ stage: 'Onsite Assessment' });
  const { roundId } = await failAll(request, edition, hotel);
  await approveRound(roundId);
  return { hotel, roundId };
}

/** Adds a person at the hotel, and makes a link to the round for them. Returns the link's address. */
export async function addLink(
  request: APIRequestContext,
  { hotelId, roundId, name }: { hotelId: number; roundId: number; name: string },
): Promise<string> {
  const contacts = `/api/hotels/${hotelId}/contacts`;
  const clientId = `contact_${Math.random().toString(36).slice(2)}`;
  const contact = await request.post(contacts, { data: { clientId, name } });
  const { id } = (await contact.json()) as { id: number };
  const made = await request.post(`${contacts}/${id}/links`, { data: { clientId, roundId } });
  expect(made.status(), await made.text()).toBe(201);
  const { token } = (await made.json()) as { token: string };
  return `/h/${token}`;
}

/** Opens a link in this tab. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Open the assessment' }).click();
  await expect(page.getByRole('button', { name: 'Close on this device' })).toBeVisible();
}
