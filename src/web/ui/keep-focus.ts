import { focusOn, goTo } from './focus-on.ts';

/** The element that the person used last: the one that has the focus, had it, or was pressed. */
let last: Element | null = null;
/** What lies around the element that had the focus last, the nearest first. */
let around: readonly Element[] = [];

const places =
  'li, tr, form, header, section, main, [role="row"], [role="group"], [role="dialog"], [role="tabpanel"]';

/** Milliseconds in which a form or a dialog that goes may place the focus itself. */
const patience = 150;

/**
 * Gives the focus back when the browser takes it away, which would leave keyboard users without a place. A button
 * that was disabled while its action was under way gets it back. When the element with the focus has gone from
 * the page, and nothing else has taken the focus, the nearest row or section that is still there gets it.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = target;
    around = placesAround(target);
  });
  // Safari does not focus buttons that are pressed.
  addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Element) last = target.closest('button') ?? last;
    },
    { capture: true },
  );
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body || !last) return;
    if (!last.isConnected) {
      last = null;
      setTimeout(goAround, patience);
    } else if (changes.some(isEnabling)) focusOn(last as HTMLElement);
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
}

/** Returns the element with the focus, or the button that has lost it because it is disabled for a moment. */
export function focusedOrDisabled(): Element | null {
  const active = document.activeElement;
  return active === document.body && last?.matches(':disabled') ? last : active;
}

/** Whether the change enables the element that the person used last. */
function isEnabling({ type, target }: MutationRecord): boolean {
  return type === 'attributes' && target === last && !last.matches(':disabled');
}

function goAround(): void {
  if (document.activeElement === document.body) goToNearest(around);
}

/**
 * Returns the rows, forms and sections around an element, the nearest first. Each section is followed by those
 * beside it, because a section goes together with the last of its rows.
 */
export function placesAround(element: Element): readonly Element[] {
  const around = [...ancestorsOf(element)].filter((one) => one.matches(places));
  return [
    ...besideSection(element),
    ...around.flatMap((one) => [spoken(one), ...besideSection(one)]),
  ];
}

function besideSection(place: Element): Element[] {
  if (!place.matches('section')) return [];
  const beside = [place.nextElementSibling, place.previousElementSibling];
  return beside.filter((one) => one !== null).filter((one) => one.matches('section'));
}

/** Returns the heading of a header instead of the header, which has no name for a screen reader to read out. */
function spoken(place: Element): Element {
  return (place.matches('header') && place.querySelector('h1, h2, h3')) || place;
}

/** Moves the focus to the first of the places that is still on the page. */
export function goToNearest(from: readonly Element[]): void {
  goTo(from.find(({ isConnected }) => isConnected) ?? null);
}

function* ancestorsOf(element: Element): Generator<Element> {
  for (let at = element.parentElement; at; at = at.parentElement) yield at;
}
