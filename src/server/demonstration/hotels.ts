import { stages, type Stage } from '#domain/workflow/stages.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import { brands, managementCompanies, owners } from './chains.ts';
import { enteredStages, formerCycle, standing, stageOfEach, type Entered } from './journey.ts';
import { day, iso } from './moments.ts';
import type { DemonstrationPeople, PersonKey } from './people.ts';
import { placesOf, type Region } from './places.ts';
import { hotelQuality, type Quality } from './quality.ts';
import type { Random } from './random.ts';
import { staffOf, type Respondent } from './respondents.ts';

/** The consultant who looks after each region, and the one who helps out there. */
const consultantsOf: Readonly<Record<Region, { own: PersonKey; helping: PersonKey }>> = {
  'North America East': { own: 'americasConsultant', helping: 'consultant' },
  'North America West': { own: 'americasConsultant', helping: 'latinConsultant' },
  'Latin America & Caribbean': { own: 'latinConsultant', helping: 'americasConsultant' },
  Europe: { own: 'consultant', helping: 'latinConsultant' },
  'Middle East & Africa': { own: 'consultant', helping: 'latinConsultant' },
  'Asia Pacific': { own: 'formerConsultant', helping: 'consultant' },
};

export type DemonstrationHotel = {
  id: number;
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  stage: Stage;
  entered: Entered;
  /** The stages of the previous cycle, for hotels that have been known for two years. */
  former?: Entered;
  hoursAhead: number;
  /** The consultant whom the hotel names, and the one whose list of assigned hotels has it. */
  namedConsultant: PersonKey | null;
  listedBy: PersonKey | null;
  quality: Quality;
  staff: readonly Respondent[];
};

export async function insertHotels(
  tx: Tx,
  random: Random,
  now: number,
  people: DemonstrationPeople,
): Promise<DemonstrationHotel[]> {
  const planned = planSites(random)
    .map((site) => planHotel(random, now, site))
    .toSorted((a, b) => (a.row.createdAt < b.row.createdAt ? -1 : 1))
    .map((plan, index) => knownForLong(now, plan, index));
  const rows = await tx
    .insertInto('hotels')
    .values(
      planned.map(({ row, namedConsultant }) => ({
        ...row,
        serviceConsultantId: namedConsultant && people[namedConsultant].id,
      })),
    )
    .returning(['id', 'hotelId'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.hotelId, row.id]));
  const hotels = planned.map(({ row, ...plan }): DemonstrationHotel => {
    const { hotelName, hotelBrand, hotelAddress, stage } = row;
    return { id: idOf.get(row.hotelId) ?? 0, hotelName, hotelBrand, hotelAddress, stage, ...plan };
  });
  const listed = hotels.flatMap(({ id, listedBy }) =>
    listedBy ? [{ userId: people[listedBy].id, hotelId: id }] : [],
  );
  await tx.insertInto('hotelAssignments').values(listed).execute();
  return hotels;
}

type Site = {
  number: number;
  region: Region;
  place: (typeof placesOf)[Region][number];
  brand: (typeof brands)[number];
  /** True for a second hotel in a place: another brand, further down the street. */
  isSecond: boolean;
  stage: Stage;
};

function planSites(random: Random): Site[] {
  const firsts = (Object.keys(placesOf) as Region[])
    .flatMap((region) => placesOf[region].map((place) => ({ region, place })))
    .map((site, index) => ({ ...site, index, isSecond: false }));
  const seconds = random
    .shuffled(firsts)
    .slice(0, stageOfEach.length - firsts.length)
    .map((site) => ({ ...site, isSecond: true }));
  return random.shuffled([...firsts, ...seconds]).flatMap(({ index, ...site }, place) => {
    const brand = brands[(index + (site.isSecond ? 5 : 0)) % brands.length];
    const stage = stageOfEach[place];
    return brand && stage ? [{ ...site, number: place + 1, brand, stage }] : [];
  });
}

function planHotel(random: Random, now: number, site: Site) {
  const { brand, region, stage } = site;
  const [city, state, country, postalCode, address, hoursAhead] = site.place;
  const entered = enteredStages(random, now, stage);
  const moved = entered[stage] ?? now;
  const row = {
    hotelId: `${brand.code}-${1000 + ((site.number * 1373) % 9000)}`,
    hotelName: `${brand.brand} ${city}`,
    hotelChain: brand.chain,
    hotelBrand: brand.brand,
    hotelManagementCo: random.chance(0.78) ? random.pick(managementCompanies) : null,
    hotelOwner: random.chance(0.85) ? random.pick(owners) : null,
    hotelAddress: site.isSecond
      ? address.replace(/\d+/, (house) => String(Number(house) + 46))
      : address,
    hotelCity: city,
    hotelState: state,
    hotelCountry: country,
    hotelPostalCode: postalCode,
    chainScale: brand.scale,
    fpgRegion: region,
    ...standing(random, now, stage, entered),
    // One version for the creation, and one for each move since.
    version: 1 + stages.indexOf(stage),
    createdAt: iso(entered.Initiated ?? moved),
    stageSince: iso(moved),
    updatedAt: iso(random.between(moved, Math.min(now, moved + 4 * day))),
  };
  const consultants = assigned(random, region, stage);
  const hasConsultant = consultants.namedConsultant !== null;
  const quality = hotelQuality(random, entered['Onsite Assessment'] ?? now, hasConsultant);
  return { row, entered, hoursAhead, quality, staff: staffOf(random), ...consultants };
}

/**
 * Makes a hotel in Disposition known for two years and in its second cycle, so that its standards
 * have a history. Returns any other hotel unchanged.
 */
function knownForLong(
  now: number,
  plan: ReturnType<typeof planHotel>,
  index: number,
): ReturnType<typeof planHotel> & { former?: Entered } {
  const { row, entered } = plan;
  if (row.stage !== 'Disposition') return plan;
  const since = now - (738 + index) * day;
  return {
    ...plan,
    // One more version for each move of the first cycle, and for the one that began the second.
    row: { ...row, createdAt: iso(since), version: row.version + stages.length },
    former: formerCycle(since, entered.Initiated ?? now),
  };
}

/**
 * Chooses a hotel's consultants. Most hotels have one. Fewer of the hotels that have just begun
 * have one.
 */
function assigned(random: Random, region: Region, stage: Stage) {
  const { own, helping } = consultantsOf[region];
  const isNamed = random.chance(stage === 'Initiated' ? 0.5 : 0.88);
  return {
    namedConsultant: isNamed ? own : null,
    listedBy: random.chance(isNamed ? 0.2 : 0.25) ? helping : null,
  };
}
