import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

import { postponeKeeping } from './kept-app.ts';

export { expect };

/** A demonstration account. */
type Person = 'admin' | 'assessor' | 'consultant';

type Fixtures = {
  /**
   * Messages that a test causes on purpose, such as a refused call. Any other message on the
   * console fails it.
   */
  expectedOnConsole: RegExp[];
  quietConsole: void;
};

/** The base of every browser test: nothing unexpected may appear on any page's console. */
export const test = base.extend<Fixtures>({
  context: async ({ context }, lend) => {
    await postponeKeeping(context);
    await lend(context);
  },
  expectedOnConsole: [[], { option: true }],
  quietConsole: [
    async ({ context, expectedOnConsole }, use) => {
      const said = listen(context);
      context.on('page', (page) => void listenForIssues(page, said));
      await use();
      const isExpected = (line: string) => expectedOnConsole.some((known) => known.test(line));
      expect(
        said.filter((line) => !isExpected(line)),
        'on the console',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

function listen(context: BrowserContext): string[] {
  const said: string[] = [];
  context.on('weberror', (error) => said.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      said.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return said;
}

/** Returns a name that no other test, retry or repetition uses. */
export function own(name: string): string {
  const { project, retry, repeatEachIndex } = base.info();
  return `${name} ${project.name}.${repeatEachIndex}.${retry}`;
}

/** Collects the issues that the browser itself finds, which it reports beside the console. */
async function listenForIssues(page: Page, said: string[]) {
  const browser = await page.context().newCDPSession(page);
  browser.on('Audits.issueAdded', ({ issue }) => said.push(`issue: ${JSON.stringify(issue)}`));
  await browser.send('Audits.enable');
}

type Account = { email: string; password: string };

/** Signs in through the form, as people do, and waits for the first screen. */
export async function signInByForm(page: Page, who: Person | Account): Promise<void> {
  const { email, password } = accountOf(who);
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => url.pathname !== '/');
}

/**
 * Signs in on a new device without the form, which takes a second less. The test then opens its
 * first screen itself. `sign-in.spec.ts` checks that the device holds what the form leaves there.
 */
export async function signIn(page: Page, who: Person | Account): Promise<void> {
  // A page that is still open would treat the end of its person's session as a sign-out, and store that on the device.
  await page.goto('about:blank');
  const answer = await page.request.post('/api/auth/login', { data: accountOf(who) });
  const person = await answer.text();
  expect(answer.status(), person).toBe(200);
  // Any page of the server can write its localStorage. This one loads nothing else.
  await page.goto('/api/health');
  await page.evaluate((text) => {
    localStorage.setItem('currentUser', text);
    localStorage.setItem('currentUserChange', '1');
  }, person);
}

function accountOf(who: Person | Account): Account {
  return typeof who === 'string'
    ? { email: `${who}@bellwether.example`, password: 'bellwether-demo' }
    : who;
}
