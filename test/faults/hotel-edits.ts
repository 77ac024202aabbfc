import type { Random } from '#server/demonstration/random.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { editedHotels, fieldsOf, keepOwn, queueHotelEdit } from '#web/offline/outbox/hotel-edit.ts';
import { discardRecord, kinds } from '#web/offline/outbox/kinds.ts';
import type { Finding } from './findings.ts';
import type { Ground } from './ground.ts';
import { editedFields as fields, type EditedField } from './schedule.ts';

/** What the device wrote to a field, as the person knows it. Every value is written only once. */
type Written = {
  /** Values that the device acknowledged, in their order. */
  kept: string[];
  /** Values that were being written when the device died. They may be stored or not. */
  maybe: string[];
  /**
   * The last value need not arrive any more: a person chose the server's, or the store was emptied.
   */
  isDropped: boolean;
};

/** A hotel of the device's own, which both its person and the office edit. */
export class HotelEdits {
  readonly #ground: Ground;
  readonly #userId: number;
  #hotelId: number | undefined;
  #count = 0;
  readonly #written: Record<EditedField, Written> = { hotelCity: none(), evaluationNotes: none() };
  /** The values that the office wrote, in their order. */
  readonly #office: string[] = [];

  constructor(ground: Ground, userId: number) {
    this.#ground = ground;
    this.#userId = userId;
  }

  async begin(): Promise<void> {
    this.#hotelId = await this.#ground.addHotel(this.#userId);
  }

  async edit(db: OfflineDatabase, field: EditedField, now: number): Promise<void> {
    const id = this.#hotelId as number;
    this.#count += 1;
    const value = `${field} ${this.#count} of ${this.#userId}`;
    const written = this.#written[field];
    written.maybe.push(value);
    const known = (await editedHotels(db)).get(id);
    const read = field === 'hotelCity' ? firstCity : null;
    const seen = known?.waiting[field] ?? known?.stored?.[field] ?? read;
    const hotel = { id, hotelName: 'Edited House' };
    await queueHotelEdit(
      db,
      { hotel, fields: { [field]: value }, basedOn: { [field]: seen } },
      now,
    );
    written.kept.push(value);
    written.maybe = [];
    written.isDropped = false;
  }

  async officeEdits(): Promise<void> {
    const value = `office ${this.#office.length + 1}`;
    this.#office.push(value);
    await this.#ground.changeHotel(this.#hotelId as number, { hotelCity: value });
  }

  /** Notes that the browser emptied the store. */
  wipe(): void {
    for (const field of fields) this.#written[field].isDropped = true;
  }

  /** Decides what waits for a person. Returns false when nothing does. */
  async decide(db: OfflineDatabase, random: Random): Promise<boolean> {
    const edits = await kinds.hotelEdit.inState(db, 'decide').toArray();
    for (const edit of edits) {
      if (random.chance(0.5)) await keepOwn(db, edit.clientId);
      else {
        for (const field of fieldsOf(edit)) this.#written[field as EditedField].isDropped = true;
        await discardRecord(kinds.hotelEdit, db, edit.clientId);
      }
    }
    return edits.length > 0;
  }

  /** Returns what is wrong once the faults are over and everything was sent and decided. */
  async check(): Promise<Finding[]> {
    if (this.#hotelId === undefined) return [];
    const findings: Finding[] = [];
    const hotel = await this.#ground.db
      .selectFrom('hotels')
      .select(fields)
      .where('id', '=', this.#hotelId)
      .executeTakeFirstOrThrow();
    const events = await this.#eventsOfOwn();
    for (const field of fields) {
      const { kept, maybe, isDropped } = this.#written[field];
      const last = kept.at(-1);
      const owed = [...(last === undefined ? [] : [last]), ...maybe];
      const now = hotel[field] ?? '';
      const isOffice = field === 'hotelCity' && this.#office.includes(now);
      if (last !== undefined && !isDropped && !owed.includes(now) && !isOffice)
        findings.push({ kind: 'lost', what: `${field} is "${now}", not "${last}"` });
      const writes = events.filter((one) => one.has(field)).length;
      if (writes > this.#count)
        findings.push({ kind: 'duplicated', what: `${field} was changed ${writes} times` });
    }
    const cities = events.flatMap((one) => one.get('hotelCity') ?? []);
    if (new Set(cities).size < cities.length)
      findings.push({ kind: 'duplicated', what: `told twice in the audit: ${cities.join(', ')}` });
    const city = this.#written.hotelCity;
    const lastCity = city.kept.at(-1);
    const isTold = [lastCity, ...city.maybe].some((one) => one && cities.includes(one));
    if (lastCity !== undefined && !city.isDropped && !isTold)
      findings.push({ kind: 'lost', what: `"${lastCity}" was never stored` });
    return findings;
  }

  /** Returns what each audit event of this person says each field became. */
  async #eventsOfOwn(): Promise<Map<string, string>[]> {
    const events = await this.#ground.db
      .selectFrom('auditEvents')
      .select('details')
      .where('action', '=', 'hotel.changed')
      .where('objectId', '=', this.#hotelId as number)
      .where('actorId', '=', this.#userId)
      .execute();
    return events.map(({ details }) => {
      const { changes = {} } = details as { changes?: Record<string, { to: string } | null> };
      return new Map(Object.entries(changes).map(([field, change]) => [field, change?.to ?? '']));
    });
  }
}

/** The city that `test/build.ts` gives every hotel. */
const firstCity = 'Boston';

function none(): Written {
  return { kept: [], maybe: [], isDropped: false };
}
