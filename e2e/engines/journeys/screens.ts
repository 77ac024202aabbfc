import { paths } from '#web/paths.ts';
import type { Device } from '../device.ts';
import type { Journey } from '../journey.ts';
import { signIn } from '../interview.ts';
import { quickSequence } from '../quick-sequence.ts';
import { goByTab, screens, seeScreen } from '../screens.ts';
import { button, dialog, field, heading, inside, role, text } from '../seen.ts';

const narrow = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };

/** Opens every screen by its address, and expects that none scrolls sideways. */
async function everyScreenFits(device: Device, width: number): Promise<void> {
  for (const { path, shows } of screens) {
    await device.open(path);
    const isList = width < 800 && path === paths.workflow;
    await seeScreen(device, isList ? heading('Workflow Management') : shows, path);
    const [wide, seen] = await device.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    if (seen !== width) throw new Error(`${path}: the window is ${seen} px wide, not ${width}`);
    if (wide && seen && wide > seen) throw new Error(`${path} is ${wide} px wide of ${seen}`);
  }
}

export const screenJourneys: Journey[] = [
  {
    title: 'sign in: refused in words, then welcomed, and still known after a restart',
    expectedOnConsole: [/status of 401/],
    run: async ({ device }) => {
      await device.open(paths.signIn);
      await device.fill(field('Email'), 'admin@bellwether.example');
      await device.fill(field('Password'), 'not the password');
      await device.click(button('Sign In'));
      await device.see(text('Login Failed'));
      await signIn(device, 'admin');
      await device.see(text('Login Successful'));
      await device.restart();
      await device.open(paths.users);
      await device.see(heading('Margaret Ashdown'));
      await device.click(button('Logout'));
      await device.see(button('Sign In'));
    },
  },
  {
    title: 'Back after a sign-out shows nothing of the pages before',
    run: async ({ device }) => {
      await signIn(device, 'admin');
      await device.open(paths.users);
      await device.see(heading('Margaret Ashdown'));
      await device.evaluate(noteWhatComesBack);
      await device.open(paths.hotels);
      await device.see(text(/^\d+ hotels$/));
      await device.click(button('Logout'));
      await device.see(button('Sign In'));
      // The first one leads to the address where the person signed out, the second one to the page before.
      await goBackToSignIn(device);
      await goBackToSignIn(device);
      const shown = await device.evaluate(() => sessionStorage.getItem('came back with'));
      if (shown) throw new Error(`Back showed “${shown.slice(0, 200)}”`);
    },
  },
  {
    title: 'every screen by its address, three times',
    run: async ({ device }) => {
      await signIn(device, 'admin');
      for (let round = 1; round <= 3; round += 1)
        for (const { path, shows } of screens) {
          await device.open(path);
          await seeScreen(device, shows, path);
        }
    },
  },
  {
    title: 'every screen by its tab, there and back',
    run: async ({ device }) => {
      await signIn(device, 'admin');
      const tabs = screens.filter(({ tab }) => tab !== undefined);
      for (const { path, shows, tab } of [...tabs, ...tabs.toReversed()]) {
        await goByTab(device, tab ?? '');
        await seeScreen(device, shows, path);
      }
    },
  },
  {
    title: 'board, Results and an interview’s set-up in quick succession, which then works',
    run: async ({ device, own }) => {
      await signIn(device, 'assessor');
      await quickSequence(device, own('Quentin'));
    },
  },
  {
    title: 'dark: every screen, by the system’s setting',
    on: { isDark: true },
    run: async ({ device }) => {
      await signIn(device, 'admin');
      for (const { path, shows } of screens) {
        await device.open(path);
        await seeScreen(device, shows, path);
        await expectDark(device, path);
      }
    },
  },
  {
    title: 'a dialog moves nothing sideways, beside a scrollbar that takes space',
    run: async ({ device }) => {
      await signIn(device, 'admin');
      await device.open(paths.hotels);
      await device.see(text(/^\d+ hotels$/));
      const before = await device.evaluate(rightOfPage);
      await device.click(button('Add Hotel'));
      await device.see(dialog('Add Hotel'));
      const behind = await device.evaluate(rightOfPage);
      if (behind !== before)
        throw new Error(
          `The page ends at ${behind} px behind the dialog, and at ${before} without`,
        );
    },
  },
  {
    title: 'on a tablet, 820 × 1180: every screen fits, and shows its tabs',
    on: tablet,
    run: async ({ device }) => {
      await signIn(device, 'admin');
      await everyScreenFits(device, tablet.width);
    },
  },
  {
    title: 'on a phone, 390 × 844: every screen fits, and its bar leads on',
    on: narrow,
    run: async ({ device }) => {
      await signIn(device, 'assessor');
      await device.click(inside(role('navigation', 'Screens'), role('link', /Results/)));
      await device.see(heading('Results and Analytics'));
      await device.click(inside(role('navigation', 'Screens'), role('link', /Dashboard/)));
      await device.see(heading('Recent responses'));
      await device.click(button('Logout'));
      await device.see(button('Sign In'));
      await signIn(device, 'admin');
      await everyScreenFits(device, narrow.width);
    },
  },
];

async function goBackToSignIn(device: Device): Promise<void> {
  await device.rest();
  await device.evaluate(() => void setTimeout(() => history.back()));
  await device.rest();
  await device.see(button('Sign In'));
}

/** Stores the text that the page shows when Back brings it back from the cache, before it reloads. */
function noteWhatComesBack(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) sessionStorage.setItem('came back with', document.body.innerText);
  });
}

/** Expects a dark background and a light title. */
async function expectDark(device: Device, path: string): Promise<void> {
  const [ground, ink] = await device.evaluate(() => {
    const brightness = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return (0.3 * red + 0.6 * green + 0.1 * blue) / 255;
    };
    const title = document.getElementsByTagName('h1')[0] ?? document.body;
    return [
      brightness(getComputedStyle(document.body).backgroundColor),
      brightness(getComputedStyle(title).color),
    ];
  });
  if (ground > 0.3 || ink < 0.6)
    throw new Error(`${path} is not dark: its ground is ${ground} bright, its title ${ink}`);
}

/** Returns where the page ends at its right, in the window. */
function rightOfPage(): number {
  return document.body.getBoundingClientRect().right;
}
