/**
 * Stands in for a browser feature that components need and jsdom lacks, because it has no layout.
 */
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const noMatch = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  });

window.matchMedia = noMatch;
window.ResizeObserver = NoResizes;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
