/**
 * Finds elements in a page as people do: by role, label and text. These functions run in the page,
 * to which they are sent as text (`inPage`), because the drivers of WebKit and Firefox share no
 * such search. So they may use each other and what every page has, and nothing else of this
 * project.
 */

/** How to compare a name or text. A text must match the whole, a pattern may match a part. */
export type Wanted = { text: string } | { pattern: string; flags: string };

export type Query = {
  role?: string;
  /** The accessible name of the element with this role. */
  name?: Wanted;
  /** The accessible name of a form field. */
  label?: Wanted;
  /**
   * The content: finds the innermost elements whose whole text is this, or contains the pattern.
   */
  text?: Wanted;
  within?: Query;
  /** Only elements that contain such an element. */
  having?: Query;
  /** Takes the first of several. Otherwise several matches are an error, like none. */
  isFirst?: boolean;
};

export type Found = {
  count: number;
  /** The middle of the element's visible part, in the window. */
  x: number;
  y: number;
  isEnabled: boolean;
  isChecked: boolean;
  isFocused: boolean;
  /** Empty when a click there would reach the element. Otherwise, what covers it. */
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

/** Returns the text of an element as screen readers read it, without what is hidden from them. */
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

/**
 * Returns whether the element is visible. File inputs count as visible, because a button stands for
 * them.
 */
function isSeen(element: Element): boolean {
  if ((element as HTMLInputElement).type === 'file') return true;
  if (element.getClientRects().length === 0) return false;
  return getComputedStyle(element).visibility === 'visible' && !element.closest('[inert]');
}

/**
 * Returns whether screen readers can reach the element. A dialog hides from them what lies behind
 * it.
 */
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

/** Returns the middle of the element's visible part, in the window. */
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

/**
 * Returns what a press on this point would reach instead of the element; empty if it reaches the
 * element.
 */
function coverOf(element: Element, { x, y }: { x: number; y: number }): string {
  const hit = document.elementFromPoint(x, y);
  if (!hit) return 'nothing: it is outside the window';
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  if (element.contains(hit) || hit.contains(element) || labels.some((one) => one.contains(hit)))
    return '';
  return `<${hit.tagName.toLowerCase()} class="${hit.getAttribute('class') ?? ''}">`;
}

/** Returns what the query finds. Scrolls it into the window if `mayScroll`. */
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

/** Focuses the element that the query finds and selects its text, as the Tab key would. */
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

/** Returns the active option of a list, as the arrow keys have chosen it. */
export function activeOption(): string {
  const id = document.activeElement?.getAttribute('aria-activedescendant');
  const option = id ? document.getElementById(id) : null;
  return option ? nameOf(option) : '';
}

/** Returns which element has the focus, in words for a failure. */
export function focused(): string {
  const element = document.activeElement;
  return element ? `${roleOf(element) || element.tagName.toLowerCase()} "${nameOf(element)}"` : '';
}

/** Returns the page's address and text, for a failure. */
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

/**
 * Returns the text of a function body that applies `act` to its arguments, with the functions of
 * this file.
 */
export function inPage(act: (...given: never[]) => unknown): string {
  const known = functions.map(String).join('\n');
  return `${known}\nreturn (${String(act)}).apply(undefined, arguments);`;
}
