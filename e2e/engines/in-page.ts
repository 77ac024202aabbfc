/**
 * Finding things in a page as people do: by role, label and text. These functions run in the page,
 * sent there as text (`inPage`), because WebKit's and Firefox's drivers have no such search in
 * common. So they may use each other and what every page has, and nothing else of this project.
 */

/** How a name or a text is compared: a text is the whole of it, a pattern may be a part. */
export type Wanted = { text: string } | { pattern: string; flags: string };

export type Query = {
  role?: string;
  /** The accessible name of what has the role. */
  name?: Wanted;
  /** The accessible name of a form's field. */
  label?: Wanted;
  /** What stands in it: the innermost elements whose whole text is this, or contains the pattern. */
  text?: Wanted;
  within?: Query;
  /** Only what contains such an element. */
  having?: Query;
  /** Takes the first of several; otherwise several are as wrong as none. */
  isFirst?: boolean;
};

export type Found = {
  count: number;
  /** The middle of the visible part of the element that was found, in the window. */
  x: number;
  y: number;
  isEnabled: boolean;
  isChecked: boolean;
  isFocused: boolean;
  /** A click there would arrive at it; otherwise, what lies over it. */
  cover: string;
  value: string;
  text: string;
};

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function agrees(text: string, wanted: Wanted): boolean {
  return 'text' in wanted
    ? tidy(text) === wanted.text
    : new RegExp(wanted.pattern, wanted.flags).test(tidy(text));
}

function roleOf(element: Element): string {
  const given = element.getAttribute('role');
  if (given) return given;
  const tag = element.tagName.toLowerCase();
  if (tag === 'input') {
    const type = (element as HTMLInputElement).type;
    if (['radio', 'checkbox', 'button'].includes(type)) return type;
    return type === 'submit' ? 'button' : ['file', 'password'].includes(type) ? '' : 'textbox';
  }
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : '';
  if (tag === 'section') return nameOf(element) === '' ? '' : 'region';
  if (/^h[1-6]$/.test(tag)) return 'heading';
  const roles: Record<string, string> = {
    article: 'article',
    button: 'button',
    textarea: 'textbox',
    select: 'combobox',
    nav: 'navigation',
    main: 'main',
    header: 'banner',
    table: 'table',
    tr: 'row',
    td: 'cell',
    th: 'columnheader',
    ul: 'list',
    ol: 'list',
    li: 'listitem',
    dialog: 'dialog',
    img: 'img',
    output: 'status',
    fieldset: 'group',
  };
  return roles[tag] ?? '';
}

/** The text of an element as it is read out, without what is hidden from that. */
function spokenText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
  if (['SCRIPT', 'STYLE'].includes(node.tagName)) return '';
  const label = node.getAttribute('aria-label') ?? node.getAttribute('alt');
  if (label) return label;
  const shown = getComputedStyle(node).display;
  if (shown === 'none') return '';
  const text = [...node.childNodes].map(spokenText).join('');
  return shown.startsWith('inline') ? text : ` ${text} `;
}

function nameOf(element: Element): string {
  const by = element.getAttribute('aria-labelledby');
  if (by)
    return tidy(
      by
        .split(/\s+/)
        .map((id) => document.getElementById(id))
        .map((label) => (label ? spokenText(label) : ''))
        .join(' '),
    );
  const said = element.getAttribute('aria-label') ?? element.getAttribute('alt');
  if (said) return tidy(said);
  const labels = (element as HTMLInputElement).labels;
  if (labels && labels.length > 0) return tidy([...labels].map(spokenText).join(' '));
  if (['INPUT', 'TEXTAREA', 'SELECT', 'SECTION', 'DIALOG'].includes(element.tagName))
    return tidy(element.getAttribute('placeholder') ?? element.getAttribute('title') ?? '');
  return tidy(spokenText(element)) || tidy(element.getAttribute('title') ?? '');
}

/** A file's field is never seen: a button stands for it. */
function isSeen(element: Element): boolean {
  if ((element as HTMLInputElement).type === 'file') return true;
  if (element.getClientRects().length === 0) return false;
  return getComputedStyle(element).visibility === 'visible' && !element.closest('[inert]');
}

/** People hear of it, too: a dialog hides from them what lies behind it. */
function isSpoken(element: Element): boolean {
  return element.closest('[aria-hidden="true"]') === null;
}

function fits(element: Element, query: Query): boolean {
  if (query.role !== undefined && roleOf(element) !== query.role) return false;
  if (query.label && !['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName)) return false;
  const name = query.name ?? query.label;
  if (name && !agrees(nameOf(element), name)) return false;
  if (query.text && !agrees(element.textContent ?? '', query.text)) return false;
  if (!isSeen(element) || !isSpoken(element)) return false;
  return query.having === undefined || elementsOf(query.having, element).length > 0;
}

function elementsOf(query: Query, from: Element = document.body): Element[] {
  const roots = query.within ? elementsOf(query.within, from) : [from];
  const found = roots.flatMap((root) =>
    [...root.getElementsByTagName('*')].filter((element) => fits(element, query)),
  );
  const kept =
    query.text && !query.role
      ? found.filter((one) => !found.some((other) => other !== one && one.contains(other)))
      : found;
  return query.isFirst ? kept.slice(0, 1) : kept;
}

/** The point of a label stands for its field's where a design hides the field itself. */
function middleOf(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const middle = (from: number, to: number, end: number) =>
    (Math.max(0, from) + Math.min(end, to)) / 2;
  return {
    x: Math.round(middle(box.left, box.right, innerWidth)),
    y: Math.round(middle(box.top, box.bottom, innerHeight)),
  };
}

function isInWindow(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}

/** Nothing, where a press on this point arrives at the element; otherwise what it arrives at. */
function coverOf(element: Element, { x, y }: { x: number; y: number }): string {
  const hit = document.elementFromPoint(x, y);
  if (!hit) return 'nothing: it is outside the window';
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  if (element.contains(hit) || hit.contains(element) || labels.some((one) => one.contains(hit)))
    return '';
  return `<${hit.tagName.toLowerCase()} class="${hit.getAttribute('class') ?? ''}">`;
}

/** What the query finds, brought into the window if a click or a look needs that. */
export function look(query: Query, mayScroll: boolean): Found {
  const found = elementsOf(query);
  const [element] = found;
  const nothing = { x: 0, y: 0, isEnabled: false, isChecked: false, isFocused: false };
  if (!element) return { ...nothing, count: 0, cover: '', value: '', text: '' };
  if (mayScroll && !isInWindow(element))
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const at = middleOf(element);
  const field = element as HTMLInputElement;
  return {
    count: found.length,
    ...at,
    isEnabled: !field.disabled && element.getAttribute('aria-disabled') !== 'true',
    isChecked: field.checked === true || element.getAttribute('aria-checked') === 'true',
    isFocused: document.activeElement === element,
    cover: coverOf(element, at),
    value: field.value ?? '',
    text: tidy(element.textContent ?? ''),
  };
}

/** Gives the one element that the query finds the focus, as the Tab key would, with all its text. */
export function focusOn(query: Query): boolean {
  const [element] = elementsOf(query);
  if (!(element instanceof HTMLElement)) return false;
  element.focus();
  if (element instanceof HTMLInputElement && element.type !== 'file') element.select();
  if (element instanceof HTMLTextAreaElement) element.select();
  return document.activeElement === element;
}

export function theElement(query: Query): Element | undefined {
  return elementsOf(query)[0];
}

/** What the browser draws as the active option of a list, by the keys. */
export function activeOption(): string {
  const id = document.activeElement?.getAttribute('aria-activedescendant');
  const option = id ? document.getElementById(id) : null;
  return option ? nameOf(option) : '';
}

/** Who has the focus, in words for a failure. */
export function focused(): string {
  const element = document.activeElement;
  return element ? `${roleOf(element) || element.tagName.toLowerCase()} "${nameOf(element)}"` : '';
}

/** What a failure shows of the page. */
export function visibleText(): string {
  return `${location.pathname}${location.search}: ${tidy(document.body?.innerText ?? '').slice(0, 700)}`;
}

const functions = [
  tidy,
  agrees,
  roleOf,
  spokenText,
  nameOf,
  isSeen,
  isSpoken,
  fits,
  elementsOf,
  middleOf,
  isInWindow,
  coverOf,
  look,
  focusOn,
  theElement,
  activeOption,
  focused,
  visibleText,
];

/** The text of a function's body that applies it to its arguments, with the functions of this file. */
export function inPage(act: (...given: never[]) => unknown): string {
  const known = functions.map(String).join('\n');
  return `${known}\nreturn (${String(act)}).apply(undefined, arguments);`;
}
