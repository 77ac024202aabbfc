import { afterEach, beforeAll, expect, test } from 'vitest';

import { focusedOrDisabled, keepFocus } from './keep-focus.ts';

beforeAll(keepFocus);
afterEach(() => document.body.replaceChildren());

function page(html: string) {
  document.body.innerHTML = html;
  return (id: string) => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`There is no ${id}`);
    return element;
  };
}

/** Disables a button. Browsers then take its focus, which the tests' page does not do. */
function disable(button: HTMLElement): void {
  button.setAttribute('disabled', '');
  button.blur();
}

test('a button that was disabled for a moment gets the focus back', async () => {
  const at = page('<ul><li id="row"><button id="save">Save</button></li></ul>');
  at('save').focus();
  disable(at('save'));
  expect(document.activeElement).toBe(document.body);
  expect(focusedOrDisabled()).toBe(at('save'));
  at('save').removeAttribute('disabled');
  await expect.poll(() => document.activeElement).toBe(at('save'));
});

test('when a button goes, the row around it takes the focus', async () => {
  const at = page('<main><ul><li id="row"><button id="resolve">Resolve</button></li></ul></main>');
  at('resolve').focus();
  at('resolve').remove();
  await expect.poll(() => document.activeElement).toBe(at('row'));
});

test('when its row goes too, the section around the row takes the focus', async () => {
  const at = page(
    '<section id="list"><ul><li id="row"><button id="remove">Remove</button></li></ul></section>',
  );
  at('remove').focus();
  at('row').remove();
  await expect.poll(() => document.activeElement).toBe(at('list'));
});

test('when its section goes with its last row, the section beside it takes the focus', async () => {
  const at = page(
    '<main><section id="trend"></section><section id="waivers"><ul><li id="row"><button id="revoke">Revoke</button></li></ul></section><section id="about"></section></main>',
  );
  at('revoke').focus();
  at('waivers').remove();
  await expect.poll(() => document.activeElement).toBe(at('about'));
});

test('when a section that has the focus goes, the section beside it takes the focus', async () => {
  const at = page(
    '<main><section id="trend"></section><section id="waivers" tabindex="-1"></section></main>',
  );
  at('waivers').focus();
  at('waivers').remove();
  await expect.poll(() => document.activeElement).toBe(at('trend'));
});

test('when a button beside the title goes, the title takes the focus, which has words to read out', async () => {
  const at = page(
    '<main><header><h1 id="title">Round</h1><div><button id="approve">Approve</button></div></header></main>',
  );
  at('approve').focus();
  at('approve').remove();
  await expect.poll(() => document.activeElement).toBe(at('title'));
});

test('what takes the focus itself keeps it', async () => {
  const at = page(
    '<section id="list"><button id="remove">Remove</button><button id="next">Next</button></section>',
  );
  at('remove').focus();
  at('remove').remove();
  await new Promise((done) => setTimeout(done, 20));
  at('next').focus();
  await new Promise((done) => setTimeout(done, 300));
  expect(document.activeElement).toBe(at('next'));
});
