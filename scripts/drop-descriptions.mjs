import { parseSync, Visitor } from 'vite';

/**
 * Returns a contract of the domain without the descriptions of its fields, or null when it has
 * none. Only the server uses the descriptions, for the API's document; a browser would load them
 * for nothing.
 *
 * @param {string} path
 * @param {string} code
 */
export function dropDescriptions(path, code) {
  /** @type {[start: number, end: number][]} */
  const described = [];
  new Visitor({
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'describe') described.push([callee.object.end, end]);
    },
  }).visit(parseSync(path, code).program);
  if (described.length === 0) return null;
  let bare = code;
  for (const [start, end] of described.toSorted((a, b) => b[0] - a[0]))
    bare = bare.slice(0, start) + bare.slice(end);
  return bare;
}
