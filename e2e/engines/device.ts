import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection } from './connection.ts';
import { clicking, dragging, keys, pressing, type Browser, type Engine } from './engine.ts';
import {
  activeOption,
  focused,
  focusOn,
  inPage,
  look,
  theElement,
  visibleText,
  type Found,
} from './in-page.ts';
import { inWords, type Seen } from './seen.ts';

export type DeviceOptions = { width?: number; height?: number; isDark?: boolean };

/**
 * Milliseconds that something may take to appear. It is long, because two engines and a database
 * share a machine.
 */
const patience = 40_000;

/**
 * A device in a person's hands: a browser with its own profile, and a connection that can be cut.
 * Each action waits for what it needs, as people do, and fails with an explanation.
 */
export class Device {
  readonly engine: Engine;
  readonly connection: Connection;
  readonly #options: Required<DeviceOptions>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'bellwether-engine-'));
  readonly #faults: string[] = [];
  #browser: Browser | undefined;

  constructor(engine: Engine, connection: Connection, options: DeviceOptions = {}) {
    this.engine = engine;
    this.connection = connection;
    this.#options = { width: 1440, height: 900, isDark: false, ...options };
  }

  /** Starts the browser with its stored profile. */
  async start(): Promise<void> {
    const at = (name: string) => join(this.#folder, name);
    this.#browser = await this.engine.launch({
      profile: at('profile'),
      downloads: at('downloads'),
      ...this.#options,
    });
  }

  get #running(): Browser {
    if (!this.#browser) throw new Error('The browser is not running');
    return this.#browser;
  }

  /** Closes the window. */
  close = () => this.#stop('close');
  /** Ends every process of the browser by SIGKILL, like a power failure. */
  kill = () => this.#stop('kill');

  /** Closes the window and opens it again. */
  async restart(): Promise<void> {
    await this.close();
    await this.start();
  }

  async #stop(how: 'close' | 'kill'): Promise<void> {
    const browser = this.#running;
    this.#browser = undefined;
    this.#faults.push(...browser.console());
    await browser[how]();
    if (how === 'close') await browser.kill();
  }

  /** Ends whatever still runs, and deletes the profile. */
  async end(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = undefined;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Returns what was on the consoles of every browser that ran here. */
  faults(): string[] {
    return [...this.#faults, ...(this.#browser?.console() ?? [])];
  }

  async #evaluate<T>(act: (...given: never[]) => T, ...given: unknown[]): Promise<T> {
    return (await this.#running.evaluate(inPage(act), given)) as T;
  }

  /** Goes to an address of the product, without waiting for it. */
  goTo = (path: string) => this.#running.goTo(`${this.connection.address}${path}`);

  /**
   * Goes to an address once the present page has finished its requests. A page that is left earlier
   * prints on its console what it could no longer fetch.
   */
  async open(path: string): Promise<void> {
    await this.rest();
    await this.openAtOnce(path);
  }

  /** Waits until the page has made no requests for a while. */
  async rest(milliseconds = 500): Promise<void> {
    for (let before = -1, tries = 0; tries < 20; tries += 1) {
      const now = await this.#evaluate(() => performance.getEntriesByType('resource').length);
      if (now === before) return;
      before = now;
      await sleep(milliseconds);
    }
  }

  /** Goes to an address, and waits until the new document is there. */
  async openAtOnce(path: string): Promise<void> {
    await this.#leave(() => this.goTo(path), path);
  }

  async reload(): Promise<void> {
    await this.rest();
    await this.#leave(() => this.#evaluate(() => void setTimeout(() => location.reload())), '');
  }

  async #leave(go: () => Promise<unknown>, path: string): Promise<void> {
    const mark = `left-${Math.random()}`;
    await this.#evaluate((name: string) => void Object.assign(globalThis, { left: name }), mark);
    await go();
    await this.until(`${path} has loaded`, () =>
      this.#evaluate(
        (name: string) =>
          (globalThis as { left?: string }).left !== name && document.readyState === 'complete',
        mark,
      ),
    );
  }

  /** Returns the path and the query. */
  address = () => this.#evaluate(() => location.pathname + location.search);
  text = () => this.#evaluate(visibleText);
  evaluate = <T>(act: () => T) => this.#evaluate(act);

  /** Waits until the condition holds. A document that is just being left gives no reply. */
  async until(
    what: string,
    isSo: () => boolean | Promise<boolean>,
    milliseconds = patience,
  ): Promise<void> {
    const end = Date.now() + milliseconds;
    let problem = '';
    while (Date.now() < end) {
      try {
        if (await isSo()) return;
      } catch (error) {
        problem = ` (${String(error)})`;
      }
      await sleep(60);
    }
    const shown = await this.text().catch((error: unknown) => String(error));
    throw new Error(`Not in ${milliseconds / 1_000} s: ${what}${problem}. The page: ${shown}`);
  }

  count = async (seen: Seen) => (await this.#look(seen, false)).count;

  #look(seen: Seen, mayScroll: boolean): Promise<Found> {
    return this.#evaluate(look, seen, mayScroll);
  }

  /** Waits until at least one is visible. */
  async see(seen: Seen, milliseconds?: number): Promise<void> {
    await this.until(inWords(seen), async () => (await this.count(seen)) > 0, milliseconds);
  }

  /** Waits until none is visible. */
  async seeNo(seen: Seen, milliseconds?: number): Promise<void> {
    await this.until(
      `no ${inWords(seen)}`,
      async () => (await this.count(seen)) === 0,
      milliseconds,
    );
  }

  async seeChecked(seen: Seen): Promise<void> {
    const isChecked = async () => (await this.#look(seen, false)).isChecked;
    await this.until(`${inWords(seen)}, chosen`, isChecked);
  }

  async seeFocused(seen: Seen): Promise<void> {
    await this.until(`${inWords(seen)}, with the focus`, async () => {
      if ((await this.#look(seen, false)).isFocused) return true;
      throw new Error(`the focus is on ${await this.#evaluate(focused)}`);
    });
  }

  async seeValue(seen: Seen, wanted: string): Promise<void> {
    await this.until(`${inWords(seen)} that holds “${wanted}”`, async () => {
      return (await this.#look(seen, false)).value === wanted;
    });
  }

  /** Returns the text of the element that matches. */
  async textOf(seen: Seen): Promise<string> {
    await this.see(seen);
    return (await this.#look(seen, false)).text;
  }

  /**
   * Waits until exactly one matches, and it is still, enabled and not covered. Returns where it is.
   */
  async #reach(seen: Seen, isCoverFine = false): Promise<Found> {
    let last: Found | undefined;
    await this.until(`${inWords(seen)} that can be pressed`, async () => {
      const found = await this.#look(seen, true);
      const isAtRest = last?.x === found.x && last.y === found.y;
      last = found;
      if (found.count !== 1) throw new Error(`${found.count} are there`);
      if (!found.isEnabled) throw new Error('it is disabled');
      if (found.cover && !isCoverFine) throw new Error(`over it lies ${found.cover}`);
      return isAtRest;
    });
    if (!last) throw new Error('nothing was looked at');
    return last;
  }

  async click(seen: Seen): Promise<void> {
    await this.#running.act(clicking(await this.#reach(seen)));
  }

  /** Presses a key, or several at once. */
  async press(...named: (keyof typeof keys | (string & {}))[]): Promise<void> {
    const values = named.map((name) => keys[name as keyof typeof keys] ?? name);
    await this.#running.act(pressing(values.slice(-1), values.slice(0, -1)));
  }

  async type(text: string): Promise<void> {
    await this.#running.act(pressing(Array.from(text)));
  }

  /** Focuses a field as a click would, and replaces its text. */
  async fill(seen: Seen, text: string): Promise<void> {
    await this.#reach(seen);
    await this.until(`${inWords(seen)} takes the focus`, () => this.#evaluate(focusOn, seen));
    await this.type(text);
    await this.seeValue(seen, text);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(seen: Seen): Promise<void> {
    await this.see(seen);
    for (let presses = 0; presses < 120; presses += 1) {
      if ((await this.#look(seen, false)).isFocused) return;
      await this.press('Tab');
    }
    throw new Error(`The Tab key does not come to ${inWords(seen)}. ${await this.text()}`);
  }

  /** Chooses an option of the focused list by the arrow keys. */
  async chooseByArrows(option: string): Promise<void> {
    await this.press('Enter');
    for (let presses = 0; presses < 20; presses += 1) {
      await this.press('ArrowDown');
      await sleep(60);
      if ((await this.#evaluate(activeOption)).startsWith(option)) return this.press('Enter');
    }
    throw new Error(`The arrow keys do not come to “${option}”. ${await this.text()}`);
  }

  /** Drags one element onto another with the mouse. */
  async drag(from: Seen, onto: Seen): Promise<void> {
    const [start, end] = [await this.#reach(from), await this.#reach(onto, true)];
    const steps = 12;
    const way = Array.from({ length: steps + 1 }, (_, step) => ({
      x: Math.round(start.x + ((end.x - start.x) * step) / steps),
      y: Math.round(start.y + ((end.y - start.y) * step) / steps),
    }));
    await this.#running.act(dragging([start, ...way]));
  }

  /** Returns where a file of this device is, for a test that writes it. */
  fileAt = (name: string) => join(this.#folder, name);

  async chooseFile(seen: Seen, path: string): Promise<void> {
    await this.see(seen);
    await this.#running.chooseFile(inPage(theElement), [seen], path);
  }

  /** Returns the path of a file that the browser has saved under this name. */
  async saved(name: string): Promise<string> {
    const path = join(this.#folder, 'downloads', name);
    await this.until(`${name} is saved`, () => existsSync(path) && readFileSync(path).length > 0);
    return path;
  }

  openTab = () => this.#running.openTab();
  /** Continues in another tab, which comes to the front: 0 is the first one. */
  showTab = (place: number) => this.#running.showTab(place);

  takePicture = (path: string) => this.#running.takePicture(path);
}
