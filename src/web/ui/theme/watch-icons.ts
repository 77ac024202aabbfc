/** Milliseconds that the pointer rests on a button before its name shows. */
const rest = 400;

/**
 * Calls `show` with the icon button that the pointer rests on, or to which a key moved the focus.
 * Calls it with null when the pointer or the focus leaves the button, when a key is pressed, and when
 * the button is pressed. After a press the name shows again only when the pointer has left the button
 * and comes back. A touch shows no name.
 */
export function watchIcons(show: (icon: HTMLElement | null) => void): () => void {
  let under: HTMLElement | null = null;
  let timer = 0;
  let isByKey = false;
  const hide = () => {
    clearTimeout(timer);
    show(null);
  };
  const over = ({ target, pointerType }: PointerEvent) => {
    // The pointer may move onto the tooltip itself, which does not count as leaving the button.
    if (pointerType === 'touch' || closest(target, '[role="tooltip"]')) return;
    const icon = iconAt(target);
    if (icon === under) return;
    under = icon;
    hide();
    if (icon) timer = window.setTimeout(() => icon.isConnected && show(icon), rest);
  };
  const press = ({ type }: Event) => {
    isByKey = type === 'keydown';
    hide();
  };
  const focus = ({ target }: FocusEvent) => {
    const icon = isByKey ? iconAt(target) : null;
    if (icon) show(icon);
  };
  const listeners = [
    ['pointerover', over],
    ['pointerdown', press],
    ['keydown', press],
    ['focusin', focus],
    ['focusout', hide],
  ] as const;
  for (const [name, listener] of listeners)
    document.addEventListener(name, listener as EventListener, true);
  return () => {
    hide();
    for (const [name, listener] of listeners)
      document.removeEventListener(name, listener as EventListener, true);
  };
}

/**
 * Returns the button or link at this place if it shows no words now. Some buttons hide their words when space
 * is scarce.
 */
function iconAt(target: EventTarget | null): HTMLElement | null {
  const button = closest(target, 'button[aria-label], a[aria-label]');
  return button && wordsOf(button).trim() === '' ? button : null;
}

/** Returns the words in sight. Test environments have no `innerText`, so there it returns all words. */
function wordsOf(element: HTMLElement): string {
  return 'innerText' in element ? element.innerText : ((element as Node).textContent ?? '');
}

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
