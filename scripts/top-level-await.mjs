import { parseAst } from 'vite';

/**
 * True when a module awaits outside every function. WebKit, the engine of every browser on an iPad,
 * runs a module before its awaited dependency is done when two others import it at once: all its
 * imports are then `undefined` (WebKit bug 242740), and the page cannot be shown.
 * @param {string} code
 */
export function awaitsAtTopLevel(code) {
  return awaits(parseAst(code));
}

/** @param {unknown} node */
function awaits(node) {
  if (node === null || typeof node !== 'object') return false;
  if (Array.isArray(node)) return node.some(awaits);
  const { type, await: isAwaiting } = /** @type {{ type?: string; await?: boolean }} */ (node);
  if (type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwaiting)) return true;
  // Awaiting inside a function is fine. A class's fields are evaluated like functions.
  if (/Function|^PropertyDefinition$/.test(type ?? '')) return false;
  return Object.values(node).some(awaits);
}
