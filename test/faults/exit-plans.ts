import type { NewExitPlan } from '#domain/actions/exit-plan.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { AgreedPlan, ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { agreePlan, keepPlan } from '#web/offline/drafts/exit-plans.ts';
import type { Finding } from './findings.ts';
import type { Ground } from './ground.ts';
import { TakenFiles } from './taken-files.ts';

/** A plan as the person knows it. */
type Made = {
  /** `agreed`: the device said so, and the server must get it. `maybe`: it may be there or not. */
  state: 'agreed' | 'maybe';
  plan: ExitPlan;
  agreed: AgreedPlan;
  input: NewExitPlan;
  signatures: TakenFiles;
};

/** The plans of exit meetings at a hotel of the device's own. */
export class ExitPlans {
  readonly #ground: Ground;
  readonly #userId: number;
  readonly #made: Made[] = [];
  #hotelId = 0;

  constructor(ground: Ground, userId: number) {
    this.#ground = ground;
    this.#userId = userId;
  }

  async begin(): Promise<void> {
    this.#hotelId = await this.#ground.addHotel(this.#userId);
  }

  get ids(): string[] {
    return this.#made.map(({ plan }) => plan.clientId);
  }

  get files(): TakenFiles[] {
    return this.#made.map(({ signatures }) => signatures);
  }

  /** Makes a plan about one finding, has it signed perhaps, and agrees it. */
  async agree(db: OfflineDatabase, isSigned: boolean, now: number): Promise<void> {
    const made = this.#make(now);
    this.#made.push(made);
    const { plan, signatures, input } = made;
    await keepPlan(db, plan);
    if (isSigned) {
      const place = { interviewId: plan.clientId, questionId: 1, kind: 'signature' } as const;
      await signatures.take(db, place, now);
      input.signatures.assessor = signatures.ids[0] ?? null;
    }
    await keepPlan(db, { ...plan, items: { 'id:1': { what: whatOf(input) } } });
    await agreePlan(db, plan, made.agreed, input);
    made.state = 'agreed';
  }

  /** Agrees what the device still shows as being made. */
  async finish(db: OfflineDatabase): Promise<void> {
    for (const made of this.#made) {
      const plan = await db.plans.get(made.plan.clientId);
      if (!plan || plan.agreed) continue;
      await agreePlan(db, made.plan, made.agreed, made.input);
      made.state = 'agreed';
    }
  }

  #make(now: number): Made {
    const clientId = `plan_${this.#userId}x${this.#made.length + 1}`;
    const items = [
      {
        ...{ clientId: `${clientId}_action`, surveyId: this.#ground.edition.surveyId },
        ...{ questionKey: 'id:1', questionText: 'Is it white?', what: `Paint it for ${clientId}` },
        ...{ owner: null, dueOn: '2031-02-03' },
      },
    ];
    return {
      state: 'maybe',
      plan: {
        ...{ clientId, hotelId: this.#hotelId, hotelName: 'Planned House', kind: 'onsite' },
        ...{ items: {}, people: [], startedAt: now },
      },
      agreed: {
        ...{ at: now, by: 'Faye Fault', percent: 50, interviews: [], items: [] },
        signatures: { assessor: null, hotel: null },
      },
      input: {
        ...{ clientId, kind: 'onsite', heldAt: new Date(now).toISOString(), items },
        signatures: { assessor: null, hotel: null, hotelName: '' },
      },
      signatures: new TakenFiles(),
    };
  }

  /** Notes that the browser emptied the store. */
  wipe(): void {
    for (const made of this.#made) {
      made.state = 'maybe';
      made.signatures.wipe();
    }
  }

  /** Returns what is wrong once the faults are over and everything was sent. */
  async check(db: OfflineDatabase, wasRestored: boolean): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const { state, plan, input, signatures } of this.#made) {
      const { clientId } = plan;
      const stored = await this.#ground.plansOf(clientId);
      const here = await db.plans.get(clientId);
      const add = (kind: Finding['kind'], what: string) =>
        findings.push({ kind, what: `${clientId}: ${what}` });
      if (stored.length > 1) add('duplicated', `stored ${stored.length} times`);
      if (stored.length === 0 && state === 'agreed') add('lost', 'not on the server');
      for (const { what, assessorFile } of stored)
        if (what.join() !== whatOf(input) || assessorFile !== input.signatures.assessor)
          add('partial', `"${what.join()}", signed with ${assessorFile}`);
      if (here?.agreed && Boolean(here.hasArrived) !== stored.length > 0)
        add('untrue', `shown as ${here.hasArrived ? 'arrived' : 'waiting'}`);
      findings.push(...(await signatures.check(this.#ground, clientId, wasRestored)));
    }
    return findings;
  }
}

function whatOf({ items }: NewExitPlan): string {
  return items.map(({ what = '' }) => what).join();
}
