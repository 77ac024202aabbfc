// Import this before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';

import { chooseOption } from '#domain/answers/answer-types.ts';
import { seededRandom } from '#server/demonstration/random.ts';
import type { InterviewAction } from '#web/features/interviews/interview-state.ts';
import { LiveInterview } from '#web/features/interviews/live-interview.ts';
import { takeUpContact } from '#web/offline/connection/contact.ts';
import { copyDraft } from '#web/offline/sync/copies.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { abandonDraft, beginDraft, resumeSession } from '#web/offline/drafts/drafts.ts';
import { HeldDraft } from '#web/offline/drafts/held-draft.ts';
import { discardRecord, kinds, type Kind } from '#web/offline/outbox/kinds.ts';
import { finishDraft } from '#web/offline/outbox/interviews.ts';
import { checkStore } from '#web/offline/store/store-mark.ts';
import { syncAlone } from '#web/offline/sync/sync.ts';
import { check } from './check.ts';
import { ExitPlans } from './exit-plans.ts';
import { answerText, type Finding, type Held } from './findings.ts';
import { DeviceClock, Tab } from './device.ts';
import { openFaultProxy, type FaultProxy } from './fault-proxy.ts';
import type { Ground } from './ground.ts';
import type { Bug } from './plant.ts';
import { HotelEdits } from './hotel-edits.ts';
import {
  clearLocked,
  countHeld,
  countPlain,
  hasEnded,
  lockAway,
  register,
  takeBack,
  type Registration,
} from './locking.ts';
import { checkCopied, checkSavedLine } from './said.ts';
import { TakenFiles } from './taken-files.ts';
import type { Act, Fault, Kill, LifePlan, Schedule } from './schedule.ts';

export type Played = {
  findings: Finding[];
  /** What happened, line by line. */
  story: string[];
  /** What was killed, apart from tabs and devices. */
  killed: Kill['whose'] | null;
  /** The kinds of outbox records that were sent. */
  sent: ReadonlySet<Kind>;
};

/** Milliseconds, longer than any back-off: after this time every waiting record is due again. */
const longWait = 3 * 60 * 60_000;
/** Bytes of a file for which a full device has no room. All others are smaller. */
const largeFile = 1_000;
const goodLife: LifePlan = { crashAt: null, takesDevice: false, faults: [], envelopeFaults: [] };

/**
 * Plays one schedule to its end, lets the device recover on a good network, and checks the result.
 */
export async function play(ground: Ground, schedule: Schedule, bug?: Bug): Promise<Played> {
  const device = new Device(ground, await ground.addPerson(), schedule, bug);
  try {
    await device.live();
    const findings = await device.recover();
    return { ...device.played, findings };
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...device.played, findings: [{ kind: 'broken', what }] };
  } finally {
    await device.close();
  }
}

class Device {
  readonly story: string[] = [];
  killed: Kill['whose'] | null = null;
  readonly #ground: Ground;
  readonly #schedule: Schedule;
  readonly #bug: Bug | undefined;
  /**
   * The user of the device. The id names the device's store, and separates the guests when a
   * schedule is played again.
   */
  readonly #userId: number;
  readonly #clock = new DeviceClock();
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #held: Held[];
  /** The files that were taken in each interview. */
  readonly #files = new Map<Held, TakenFiles>();
  readonly #edits: HotelEdits;
  readonly #plans: ExitPlans;
  readonly #findings: Finding[] = [];
  readonly #tabs: Tab[] = [];
  readonly #lives = [0, 0];
  readonly #lifePlans = new Map<string, LifePlan>();
  readonly #sent = new Set<Kind>();
  /** The tabs whose request is under way. */
  readonly #calling = new Set<Tab>();
  #proxy: FaultProxy | undefined;
  #cookie = '';
  /** The name by which the device knows its store. */
  #storeName: string | null = null;
  /** The interview that is open on the screen. */
  #shown: string | null = null;
  #wasSet = false;
  #waited = 0;
  #wasCleared = false;
  #wasClearedLocked = false;
  /** The server's key and token for sealing; null when the store that held them was emptied. */
  #registration: Registration | null = null;
  /** True when the account has ended and the device has sealed its work: nobody continues here. */
  #isLocked = false;

  constructor(ground: Ground, userId: number, schedule: Schedule, bug: Bug | undefined) {
    this.#ground = ground;
    this.#userId = userId;
    this.#schedule = schedule;
    this.#bug = bug;
    this.#random = seededRandom(schedule.seed);
    this.#edits = new HotelEdits(ground, userId);
    this.#plans = new ExitPlans(ground, userId);
    this.#held = Array.from({ length: schedule.interviews }, (_, n) => ({
      respondentName: `Guest ${n + 1} of ${schedule.seed} (${userId})`,
      clientId: null,
      answers: new Map<number, Set<string>>(),
      remarks: new Map<number, Set<string>>(),
      notes: [],
      abandoned: 'no',
      finishedAt: [],
      isWiped: false,
      isDeleted: false,
    }));
  }

  get played(): Omit<Played, 'findings'> {
    return { story: this.story, killed: this.killed, sent: this.#sent };
  }

  async live(): Promise<void> {
    const { kill, acts } = this.#schedule;
    this.#cookie = await this.#ground.signIn(this.#userId);
    if (acts.some((act) => act.do === 'edit hotel' || act.do === 'office edits'))
      await this.#edits.begin();
    if (acts.some((act) => act.do === 'agree plan')) await this.#plans.begin();
    await this.#visit();
    this.#proxy = await openFaultProxy({
      server: this.#ground.server,
      killServer: this.#ground.killServer,
      cutDatabase: this.#ground.cutDatabase,
      faultOf: (call, isEnvelope) => this.#faultOf(call, isEnvelope),
      isStored: this.#ground.isStored,
      kill,
      killed: (whose) => (this.killed = whose),
      sent: (kind) => this.#sent.add(kind),
      held: (call) => this.#passPatience(call),
      tell: (line) => this.story.push(line),
    });
    for (const act of acts) {
      this.story.push(wordsOf(act));
      await this.#act(act);
    }
  }

  /**
   * Starts the device again on a good network. Its people resume their interviews and complete
   * them.
   */
  async recover(): Promise<Finding[]> {
    this.story.push('the faults are over');
    await this.#proxy?.endFaults();
    await this.#ground.server();
    if (this.#schedule.acts.some((act) => act.do === 'end account'))
      await this.#ground.setActive(this.#userId, true);
    this.#cookie = await this.#ground.signIn(this.#userId);
    for (const tab of this.#tabs) tab.close();
    this.#clock.setBy(longWait);
    this.#waited += longWait;
    const tab = this.#openTab(0, goodLife);
    await tab.do(() => takeBack(tab.effects.fetch, tab.db));
    for (const draft of await tab.db.drafts.toArray()) {
      const held = this.#held.find((one) => one.respondentName === draft.respondentName);
      if (held) held.clientId = draft.clientId;
      held?.finishedAt.push(Date.now());
      await finishDraft(tab.db, draft.clientId, this.#open(tab, draft).whole, {
        completedAt: this.#clock.now(),
        isOnline: true,
      });
    }
    await this.#plans.finish(tab.db);
    const run = await tab.do(() => syncAlone(tab.db, tab.effects, { force: false }));
    if (run === 'died' || run === null || run.stopped !== null)
      this.#findings.push({ kind: 'stuck', what: `the good sync ended: ${JSON.stringify(run)}` });
    // Decide what a person must decide. An edit that waited behind it may need another decision.
    while (await tab.do(() => this.#edits.decide(tab.db, this.#random)))
      await tab.do(() => syncAlone(tab.db, tab.effects, { force: true }));
    await this.#discardDeleted(tab.db);
    this.#findings.push(...(await this.#edits.check()));
    this.#findings.push(...(await check(this.#ground, tab.db, this.#held, this.#past)));
    const wasRestored = this.#schedule.acts.some((act) => act.do === 'restore');
    this.#findings.push(...(await this.#plans.check(tab.db, wasRestored)));
    for (const [{ clientId }, files] of this.#files)
      if (clientId !== null)
        this.#findings.push(...(await files.check(this.#ground, clientId, wasRestored)));
    return this.#findings;
  }

  get #allFiles(): TakenFiles[] {
    return [...this.#files.values(), ...this.#plans.files];
  }

  #filesOf(held: Held): TakenFiles {
    const files = this.#files.get(held) ?? new TakenFiles();
    this.#files.set(held, files);
    return files;
  }

  /** Discards files that the server refuses because an Admin deleted their response, as people do. */
  async #discardDeleted(db: OfflineDatabase): Promise<void> {
    const deleted = new Set(this.#held.flatMap((held) => (held.isDeleted ? held.clientId : [])));
    for (const file of await kinds.evidence.inState(db, 'attention').toArray())
      if (deleted.has(file.interviewId)) await discardRecord(kinds.evidence, db, file.clientId);
  }

  async close(): Promise<void> {
    for (const tab of this.#tabs) tab.close();
    await this.#proxy?.close();
    await this.#tabs[0]?.db.delete();
    await clearLocked(this.#userId);
  }

  #faultOf(call: string, isEnvelope: boolean): Fault | null {
    const [tab, life, number] = call.split('.');
    const plan = this.#lifePlans.get(`${tab}.${life}`);
    return plan?.[isEnvelope ? 'envelopeFaults' : 'faults'][Number(number)] ?? null;
  }

  /** Moves the clock by the time that the code itself would wait, and no more. */
  #passPatience(call: string): void {
    this.#clock.setBy(30_000);
    this.#waited += 30_000;
    for (const tab of this.#tabs) tab.giveUp(call);
  }

  /** Returns the tab; opens a new one if it died. */
  #tab(place: 0 | 1): Tab {
    const tab = this.#tabs[place];
    if (tab && !tab.isDead) return tab;
    return this.#openTab(place, this.#schedule.lives[place][this.#lives[place] ?? 0] ?? goodLife);
  }

  #openTab(place: 0 | 1, plan: LifePlan): Tab {
    this.#tabs[place]?.close();
    const life = this.#lives[place] ?? 0;
    this.#lives[place] = life + 1;
    const name = `${place}.${life}`;
    this.#lifePlans.set(name, plan);
    const tab = new Tab({
      device: this.#userId,
      name,
      plan,
      clock: this.#clock,
      random: this.#random.next,
      way: {
        address: this.#proxy?.address ?? '',
        cookie: () => this.#cookie,
        userId: this.#userId,
      },
      bug: this.#bug?.device ?? null,
      onDeath: () => {
        this.story.push(`  tab ${name} ends`);
        if (plan.takesDevice) for (const other of this.#tabs) other.die();
      },
      onCall: (from) => this.#noteCall(from),
    });
    tab.db.storeName = this.#storeName;
    this.#tabs[place] = tab;
    return tab;
  }

  /** Notes a request. Only one tab may sync at a time, so requests of two tabs are a finding. */
  #noteCall(from: Tab): () => void {
    const other = [...this.#calling].find((tab) => tab !== from && !tab.isDead);
    if (other) this.#findings.push({ kind: 'duplicated', what: 'two tabs sync at once' });
    this.#calling.add(from);
    return () => this.#calling.delete(from);
  }

  async #act(act: Act): Promise<void> {
    if (this.#isLocked && !withNobodyHere.includes(act.do)) return;
    switch (act.do) {
      case 'set clock':
        this.#wasSet = true;
        return this.#clock.setBy(act.by);
      case 'clear storage':
        return this.#clearStorage();
      case 'end account':
        return this.#ground.setActive(this.#userId, false);
      case 'restore':
        return this.#ground.restore(
          [...this.#held.flatMap(({ clientId }) => clientId ?? []), ...this.#plans.ids],
          this.#allFiles.flatMap(({ ids }) => ids),
        );
      case 'delete response':
        return this.#deleteResponse(this.#held[act.interview] as Held);
      case 'office edits':
        return this.#edits.officeEdits();
      case 'edit hotel': {
        const tab = this.#tab(0);
        await tab.do(() => this.#edits.edit(tab.db, act.field, this.#clock.now()));
        return;
      }
      case 'agree plan': {
        const tab = this.#tab(0);
        await tab.do(() => this.#plans.agree(tab.db, act.isSigned, this.#clock.now()));
        return;
      }
      case 'sync':
        return this.#sync(act);
      case 'begin':
      case 'answer':
      case 'note':
      case 'mark':
      case 'remark':
      case 'take file':
      case 'caption file':
      case 'remove file':
      case 'copy':
      case 'finish':
      case 'abandon': {
        const tab = this.#tab(0);
        const held = this.#held[act.interview] as Held;
        await tab.do(() => this.#hold(tab, held, act));
      }
    }
  }

  async #sync({ inBothTabs, force }: Extract<Act, { do: 'sync' }>): Promise<void> {
    const tabs = inBothTabs ? [this.#tab(0), this.#tab(1)] : [this.#tab(0)];
    const runs = tabs.map((tab) => tab.do(() => syncAlone(tab.db, tab.effects, { force })));
    const [run] = await Promise.all(runs);
    if (run && run !== 'died' && run.stopped === null && !inBothTabs)
      this.#findings.push(...(await checkCopied(this.#ground, this.#tab(0).db)));
    if (run && run !== 'died' && run.stopped === 'sign-in') await this.#lockIfEnded(this.#tab(0));
  }

  /**
   * Seals the device's work when the server wants a sign-in that nobody can give, because the
   * account has ended, and no interview is open any more.
   */
  async #lockIfEnded(tab: Tab): Promise<void> {
    const registration = this.#registration;
    if (!registration) return;
    const isOpen = this.#shown !== null && tab.open.has(this.#shown);
    if (isOpen && this.#random.chance(0.5)) return;
    const said = await tab.do(async () => {
      const waiting = await countPlain(tab.db);
      if (!(await hasEnded(tab.effects.fetch, registration.token, waiting))) return null;
      const held = await countHeld(tab.db);
      const counted = await lockAway(tab.db, registration, this.#clock.now());
      return { held, counted };
    });
    if (said === 'died' || said === null) return;
    this.#isLocked = true;
    [this.#shown, this.#storeName] = [null, null];
    this.story.push('  the account has ended: its work is locked away');
    if (said.counted !== said.held)
      this.#findings.push({
        kind: 'untrue',
        what: `"${said.counted} interviews wait on this device", where ${said.held} do`,
      });
  }

  /**
   * Does what opening the app does with a good connection: it learns the store's name and the
   * server's time.
   */
  async #visit(): Promise<void> {
    const db = new OfflineDatabase(this.#userId);
    const address = await this.#ground.server();
    const { epoch } = (await (await fetch(`${address}/api/health`)).json()) as { epoch: string };
    const at = Date.now();
    await takeUpContact(db, { epoch, clock: { at, skew: at - this.#clock.now() } });
    this.#storeName = (await checkStore(db)).name;
    db.close();
    this.#registration = await register((path, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', this.#cookie);
      return fetch(`${address}${String(path)}`, { ...init, headers });
    });
  }

  /**
   * Empties the storage. A living page then writes its open interview again; everything else is
   * lost.
   */
  async #clearStorage(): Promise<void> {
    this.#wasCleared = true;
    this.#wasClearedLocked ||= this.#isLocked;
    const db = new OfflineDatabase(this.#userId);
    await Promise.all(db.tables.map((table) => table.clear()));
    db.close();
    await clearLocked(this.#userId);
    this.#edits.wipe();
    this.#plans.wipe();
    this.#registration = null;
    const [tab] = this.#tabs;
    const shown = this.#held.find(({ clientId }) => clientId !== null && clientId === this.#shown);
    const live = tab && !tab.isDead ? tab.open.get(this.#shown ?? '') : undefined;
    for (const held of this.#held) {
      held.isWiped = held !== shown || !live;
      this.#filesOf(held).wipe();
    }
    if (!tab || !live || !shown) return;
    const said = await tab.do(async () => {
      await checkStore(tab.db);
      return live.rewrite();
    });
    if (said === 'died') shown.isWiped = true;
    else this.#findings.push(...(await checkSavedLine(tab.db, shown, said)));
  }

  async #deleteResponse(held: Held): Promise<void> {
    // Only delete it when the device has its receipt, so that no person is still shown a refusal.
    const receipt = held.clientId && (await this.#tab(0).db.receipts.get(held.clientId));
    if (!receipt) return;
    await this.#ground.deleteResponse(receipt.clientId);
    held.isDeleted = true;
    this.#filesOf(held).removeAll('with response');
  }

  get #past() {
    return {
      clockWasSet: this.#wasSet,
      wasCleared: this.#wasCleared,
      wasClearedLocked: this.#wasClearedLocked,
      waited: this.#waited,
    };
  }

  async #hold(tab: Tab, held: Held, act: Holding): Promise<void> {
    if (act.do === 'begin') return this.#begin(tab, held);
    const { db } = tab;
    const draft = await db.drafts
      .filter((one) => one.respondentName === held.respondentName)
      .first();
    if (!draft) return;
    const live = this.#open(tab, draft);
    this.#shown = draft.clientId;
    switch (act.do) {
      case 'answer': {
        const question = this.#ground.edition.questions[act.question];
        const id = question?.id ?? 0;
        const option = question?.answers[act.choice];
        const before = live.state().progress[id] ?? null;
        const answer =
          question && option
            ? chooseOption(question, before, option.id)
            : { answerId: null, textValue: `Words ${act.choice} – ☕` };
        return this.#answer(tab, held, live, act.question, { type: 'answer', answer });
      }
      case 'mark': {
        const id = this.#ground.edition.questions[act.question]?.id ?? 0;
        const is = !live.state().progress[id]?.na;
        return this.#answer(tab, held, live, act.question, { type: 'notApplicable', is });
      }
      case 'remark': {
        const text = `Remark ${this.#random.letters(6)}`;
        return this.#answer(tab, held, live, act.question, { type: 'remark', text });
      }
      case 'note': {
        const word = `word${this.#random.letters(6)}`;
        live.act({ type: 'note', notes: `${live.state().notes} ${word}`.trim() });
        if ((await live.written()) === 'saved') held.notes.push(word);
        return;
      }
      case 'take file': {
        const questionId = this.#ground.edition.questions[act.question]?.id ?? 0;
        const place = { interviewId: draft.clientId, questionId, kind: act.kind };
        const files = this.#filesOf(held);
        if (!act.isFull) return files.take(db, place, this.#clock.now());
        const returns = this.#allFiles.map((one) => one.lend());
        tab.largestFile = largeFile;
        try {
          await files.take(db, place, this.#clock.now(), largeFile);
        } finally {
          tab.largestFile = Infinity;
        }
        for (const giveBack of returns) giveBack();
        return;
      }
      case 'caption file':
        return this.#filesOf(held).caption(db, draft.clientId);
      case 'remove file':
        return this.#filesOf(held).remove(db, draft.clientId);
      case 'copy': {
        await copyDraft(db, tab.effects, draft);
        // Deliver the first reply that this tab ever got about the session once more, late.
        const told = tab.told.get(draft.clientId);
        if (told) await resumeSession(db, told, draft, this.#clock.now());
        return;
      }
      case 'finish': {
        const ending = { completedAt: this.#clock.now(), isOnline: act.isOnline };
        held.finishedAt.push(Date.now());
        await finishDraft(db, draft.clientId, live.whole, ending);
        this.#shown = null;
        return;
      }
      case 'abandon': {
        held.abandoned = 'maybe';
        this.#filesOf(held).giveUp();
        const { clientId, hotelId } = draft;
        await abandonDraft(db, { clientId, hotelId, sessionId: null }, this.#clock.now());
        held.abandoned = 'yes';
        this.#filesOf(held).removeAll('with interview');
        this.#shown = null;
      }
    }
  }

  /** Answers or marks a question, or writes a note on it, and notes what may be stored from then on. */
  async #answer(
    { db }: Tab,
    held: Held,
    live: LiveInterview,
    index: number,
    action: Answering,
  ): Promise<void> {
    const id = this.#ground.edition.questions[index]?.id ?? 0;
    const [known, shown] =
      action.type === 'remark'
        ? [held.remarks, () => live.state().remarks[id] ?? '']
        : [held.answers, () => answerText(live.state().progress[id])];
    const allowed = new Set(known.get(id) ?? ['']);
    known.set(id, allowed);
    live.act({ type: 'go', index });
    live.act({ ...action, at: this.#clock.now() });
    allowed.add(shown());
    const said = await live.written();
    if (said === 'saved') known.set(id, new Set([shown()]));
    this.#findings.push(...(await checkSavedLine(db, held, said)));
  }

  async #begin(tab: Tab, held: Held): Promise<void> {
    const draft = await beginDraft(
      tab.db,
      {
        hotelId: this.#ground.hotelId,
        hotel: {
          hotelName: 'Harbour House',
          hotelBrand: 'Harbor',
          hotelAddress: '1 Quay Street',
          hotelCity: 'Boston',
        },
        edition: this.#ground.edition,
        respondentName: held.respondentName,
        respondentJobTitle: 'Front desk',
      },
      {
        now: this.#clock.now,
        randomId: () => `${this.#userId}x${this.#random.letters(12)}`,
      },
    );
    held.clientId = draft.clientId;
  }

  /**
   * Returns the interview as its screen has it, joined with what has arrived in the store since.
   */
  #open(tab: Tab, draft: Draft): LiveInterview {
    const known = tab.open.get(draft.clientId);
    known?.join(draft);
    if (known) return known;
    const page = new HeldDraft(tab.db, draft);
    const live: LiveInterview = new LiveInterview(draft, {
      save: (change) => page.save(change, () => live.whole, this.#clock.now()),
      onSaved: () => undefined,
    });
    tab.open.set(draft.clientId, live);
    return live;
  }
}

/** What can happen even when nobody is signed in any more. */
const withNobodyHere: readonly Act['do'][] = [
  ...(['set clock', 'clear storage', 'restore', 'office edits'] as const),
];

type Answering =
  | Omit<Extract<InterviewAction, { type: 'answer' }>, 'at'>
  | Omit<Extract<InterviewAction, { type: 'notApplicable' }>, 'at'>
  | Omit<Extract<InterviewAction, { type: 'remark' }>, 'at'>;

/** What a person does while holding an interview. */
type Holding = Exclude<Extract<Act, { interview: number }>, { do: 'delete response' }>;

function wordsOf({ do: what, ...more }: Act): string {
  const words = Object.entries(more).map(([name, value]) => `${name} ${String(value)}`);
  return [what, ...words].join(', ');
}
