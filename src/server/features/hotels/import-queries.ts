import { sql } from 'kysely';

import type { HotelInput } from '#domain/hotels/hotel.ts';
import { selectConsultants } from '#server/db/consultants.ts';
import type { Db } from '#server/db/transaction.ts';

export function listConsultants(db: Db) {
  return selectConsultants(db).select(['user.id', 'user.name', 'user.email']).execute();
}

/**
 * Returns which of these codes are taken, in lower case: codes that differ in case alone are one.
 * Not limited to a scope: a code is unique among all hotels.
 */
export async function findTakenCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const plain = codes.map((code) => code.toLowerCase());
  const rows = await db
    .selectFrom('hotels')
    .select(sql<string>`lower(hotel_id)`.as('code'))
    .where(sql`lower(hotel_id)`, '=', sql<string>`any(${plain})`)
    .execute();
  return new Set(rows.map((row) => row.code));
}

/** Stores them by one statement, and answers the codes of those stored: the others were taken. */
export async function insertHotels(db: Db, hotels: readonly HotelInput[]): Promise<Set<string>> {
  const columns = sql`hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_management_co,
    hotel_owner, hotel_address, hotel_city, hotel_state, hotel_country, hotel_postal_code,
    chain_scale, fpg_region, status, stage, service_consultant_id`;
  const { rows } = await sql<{ hotelId: string }>`
    insert into hotels (${columns})
    select * from jsonb_to_recordset(${JSON.stringify(hotels)}::jsonb) as given (
      "hotelId" text, "hotelName" text, "hotelChain" text, "hotelBrand" text,
      "hotelManagementCo" text, "hotelOwner" text, "hotelAddress" text, "hotelCity" text,
      "hotelState" text, "hotelCountry" text, "hotelPostalCode" text, "chainScale" text,
      "fpgRegion" text, "status" text, "stage" text, "serviceConsultantId" integer)
    on conflict do nothing
    returning hotel_id`.execute(db);
  return new Set(rows.map((row) => row.hotelId));
}
