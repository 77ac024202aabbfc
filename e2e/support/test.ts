import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

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
export async function signIn(page: Page, who: Person | Account): Promise<void> {
  const { email, password } =
    typeof who === 'string'
      ? { email: `${who}@bellwether.example`, password: 'bellwether-demo' }
      : who;
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => url.pathname !== '/');
}
