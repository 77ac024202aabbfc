import type { ReturnedResponse } from '#domain/rounds/returned.ts';
import { seededRandom } from '#server/demonstration/random.ts';
import { DraftGone, saveDraft } from '#web/offline/drafts/drafts.ts';
import { finishDraft } from '#web/offline/outbox/interviews.ts';
import { beginCorrection } from '#web/offline/drafts/returned-drafts.ts';
import { syncAlone } from '#web/offline/sync/sync.ts';
import type { CorrectionAct } from './correction-schedule.ts';
import { DeviceClock, Tab, type Way } from './device.ts';
import { answerText, type Finding } from './findings.ts';
import type { Ground } from './ground.ts';
import type { Bug } from './plant.ts';
import type { LifePlan } from './schedule.ts';

const goodLife: LifePlan = { crashAt: null, takesDevice: true, faults: [], envelopeFaults: [] };
/** Milliseconds, longer than any back-off. */
const longWait = 3 * 60 * 60_000;

type DeviceDeps = {
  ground: Ground;
  way: Way;
  place: number;
  lives: LifePlan[];
  returned: ReturnedResponse;
  bug: Bug | undefined;
  story: string[];
};

/** A device on which its person corrects the returned response. */
export class CorrectingDevice {
  readonly clock = new DeviceClock();
  /** The answers that may be sent, by question. */
  readonly allowed = new Map<number, Set<string>>();
  /** True when a correction was begun, and this device said so. */
  hasBegun = false;
  readonly #deps: DeviceDeps;
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #number: number;
  #life = -1;
  #tab: Tab | undefined;

  constructor(deps: DeviceDeps) {
    this.#deps = deps;
    // Each device has a store of its own, which its number names.
    this.#number = deps.way.userId + deps.place * 1_000_000;
    this.#random = seededRandom(this.#number);
    for (const { id } of deps.ground.edition.questions)
      this.allowed.set(id, new Set([answerText(deps.returned.progress[id])]));
  }

  get db() {
    return this.#open().db;
  }

  faultOf(life: number, number: number, isEnvelope: boolean) {
    const plan = this.#deps.lives[life];
    return plan?.[isEnvelope ? 'envelopeFaults' : 'faults'][number] ?? null;
  }

  passPatience(call: string): void {
    this.clock.setBy(30_000);
    this.#tab?.giveUp(call);
  }

  async act(act: Extract<CorrectionAct, { device: number }>): Promise<void> {
    const tab = this.#open();
    await tab.do(() => this.#do(tab, act));
  }

  async #do(tab: Tab, act: Extract<CorrectionAct, { device: number }>): Promise<void> {
    if (act.do === 'answer') return this.#answer(tab, act);
    if (act.do === 'begin') return this.#begin(tab);
    if (act.do === 'sync') await syncAlone(tab.db, tab.effects, { force: true });
    if (act.do === 'finish') await this.#finish(tab, this.#random.chance(0.5));
  }

  async #finish({ db }: Tab, isOnline: boolean): Promise<void> {
    for (const { clientId } of await db.drafts.toArray())
      await finishDraft(db, clientId, {}, { completedAt: this.clock.now(), isOnline });
  }

  async #answer({ db }: Tab, act: Extract<CorrectionAct, { do: 'answer' }>): Promise<void> {
    const [draft] = await db.drafts.toArray();
    const question = this.#deps.ground.edition.questions[act.question];
    const option = question?.answers[act.choice];
    if (!draft || !question || !option) return;
    const entry = { answerId: option.id, score: option.score, textValue: null };
    const at = this.clock.now();
    // An answer of a clock that was set back is older than the one before, which then stays.
    const isLater = at >= (draft.answeredAt[question.id] ?? 0);
    const allowed = this.allowed.get(question.id) ?? new Set();
    if (isLater) allowed.add(answerText(entry));
    const change = { progress: { [question.id]: entry }, answeredAt: { [question.id]: at } };
    await saveDraft(db, draft.clientId, change, at);
    if (isLater) this.allowed.set(question.id, new Set([answerText(entry)]));
  }

  async #begin({ db }: Tab): Promise<void> {
    const { returned, ground } = this.#deps;
    const randomId = () => `${this.#number}x${this.#random.letters(12)}`;
    try {
      await beginCorrection(db, returned, ground.edition, { now: this.clock.now, randomId });
      this.hasBegun = true;
    } catch (error) {
      // The correction was finished on this device before.
      if (!(error instanceof DraftGone)) throw error;
    }
  }

  /** Finishes and sends what is left, with a good connection. */
  async recover(): Promise<Finding[]> {
    this.#tab?.close();
    this.#tab = undefined;
    this.#life = this.#deps.lives.length;
    this.clock.setBy(longWait);
    const tab = this.#open();
    await this.#finish(tab, true);
    const run = await tab.do(() => syncAlone(tab.db, tab.effects, { force: true }));
    return run === 'died' || run === null || run.stopped !== null
      ? [{ kind: 'stuck', what: `the good sync ended: ${JSON.stringify(run)}` }]
      : [];
  }

  async close(): Promise<void> {
    this.#tab?.close();
    await this.#tab?.db.delete();
  }

  #open(): Tab {
    if (this.#tab && !this.#tab.isDead) return this.#tab;
    this.#tab?.close();
    this.#life += 1;
    const { way, place, lives, bug, story } = this.#deps;
    const name = `${place}.${this.#life}`;
    this.#tab = new Tab({
      ...{ device: this.#number, name, clock: this.clock, way, bug: bug?.device ?? null },
      plan: lives[this.#life] ?? goodLife,
      random: this.#random.next,
      onDeath: () => story.push(`  tab ${name} ends`),
      onCall: () => () => undefined,
    });
    return this.#tab;
  }
}
