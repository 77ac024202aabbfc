import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';

/**
 * The rules of this project for which oxlint has none. Each says which files it checks, what it
 * finds there, and why. No comment can switch one off.
 *
 * @typedef {{ start: number, what: string }} Finding
 * @typedef {{ name: string, why: string, in: (path: string) => boolean,
 *   find: (file: any) => Finding[] }} Rule
 */

const folders = ['src', 'test', 'e2e', 'bench', 'scripts'];
const vagueNames = /^(utils?|misc|helpers?|types?|services?|common|index\.[jt]sx?$)(\.|$)/;
const roleNames = new Set(['Admin', 'Assessor', 'Service Consultant']);
const skippingWords = new Set(['skip', 'skipIf', 'runIf', 'only', 'todo', 'fixme', 'fails']);
const testWords = new Set(['test', 'it', 'describe', 'suite']);
const selectorCalls = new Set(
  '$ $$ $eval $$eval locator waitForSelector querySelector querySelectorAll getByTestId'.split(' '),
);
const selectorActions = new Set(
  'click dblclick fill check uncheck hover tap press type'.split(' '),
);

const beginStatement =
  /^\s*(begin|start\s+transaction)(\s+(work|transaction|isolation|read)\b.*)?\s*;?\s*$/i;

const isTest = (path) => /\.test\.tsx?$/.test(path);
const isProduct = (path) => path.startsWith('src/') && !isTest(path);
const isUnder = (folder) => (path) => path.startsWith(`${folder}/`);
/**
 * True for the frame around every screen. It combines the screens as routes.tsx does, and no screen
 * imports it.
 */
const isFrame = isUnder('src/web/shell');
const sliceOf = (path) => /^src\/(?:web|server)\/features\/([^/]+)\//.exec(path)?.[1];

/** @type {Rule[]} */
export const rules = [
  {
    name: 'file-name',
    why: 'A file is found by its name: kebab-case, and named by the act or thing it holds.',
    in: (path) => !path.endsWith('README.md'),
    find: ({ path }) => path.split('/').flatMap(wrongName),
  },
  {
    name: 'domain-alone',
    why: 'The domain is pure: it imports itself and the schema library, so it runs anywhere.',
    in: (path) => isUnder('src/domain')(path) && !isTest(path),
    find: (file) => importsThat(file, (to) => to !== 'zod' && !to.startsWith('src/domain/')),
  },
  {
    name: 'web-and-server-apart',
    why: 'web → domain ← server: what both need is a rule or a contract, and lives in the domain.',
    in: isUnder('src'),
    find: (file) => importsThat(file, (to) => isOtherSide(file.path, to)),
  },
  {
    name: 'slices-apart',
    why: 'A slice never imports another: shared things move down, or meet in app.ts, routes.tsx and the frame.',
    in: (path) => /^src\/(web|server)\/.+\//.test(path) && !isFrame(path),
    find: (file) =>
      importsThat(
        file,
        (to) => isFrame(to) || (sliceOf(to) !== undefined && sliceOf(to) !== sliceOf(file.path)),
      ),
  },
  {
    name: 'tests-stay-out',
    why: 'What ships must not need what tests it.',
    in: isProduct,
    find: (file) => importsThat(file, (to) => /^(test|e2e|bench|scripts)\/|\.test\.tsx?$/.test(to)),
  },
  {
    name: 'near-or-named',
    why: 'A file of the own folder, or below it, is imported as ./x.ts; any other by its address, #web/….',
    in: isUnder('src'),
    find: (file) =>
      found(file.imports, ({ name }) => name.startsWith('..') || isNearByAddress(file.path, name)),
  },
  {
    name: 'imports-in-order',
    why: 'Imports have one order everywhere: of node, of packages, by address (#web/…), of the own folder.',
    in: () => true,
    find: importsOutOfOrder,
  },
  {
    name: 'no-clock-no-chance',
    why: 'Time and chance come into the domain as arguments, so every rule gives one answer.',
    in: (path) => isUnder('src/domain')(path) && !isTest(path),
    find: (file) => visit(file, clockAndChance),
  },
  {
    name: 'environment-once',
    why: 'The environment is read and checked once, at start, in src/server/config.ts.',
    in: (path) => isProduct(path) && path !== 'src/server/config.ts',
    find: (file) => [
      ...visit(file, readsEnvironment),
      ...found(file.imports, ({ name }) => /^(node:)?process$/.test(name)),
    ],
  },
  {
    name: 'one-begin',
    why: 'One write request is one transaction: only src/server/db/statements/transaction.ts begins one.',
    in: (path) =>
      isUnder('src/server')(path) &&
      !isTest(path) &&
      path !== 'src/server/db/statements/transaction.ts',
    find: (file) => visit(file, beginsTransaction),
  },
  {
    name: 'role-names',
    why: 'What a role may do is said in domain/people alone: elsewhere ask it, never compare names.',
    in: (path) =>
      isProduct(path) &&
      !isUnder('src/domain/people')(path) &&
      !isUnder('src/server/demonstration')(path),
    find: (file) => visit(file, roleName()),
  },
  {
    name: 'no-call-elsewhere',
    why: 'The server calls its database and its bucket; all others through src/server/outward, which is guarded.',
    in: (path) =>
      isUnder('src/server')(path) &&
      !isTest(path) &&
      !/^src\/server\/(db\/connection\/connect\.ts|embedded\/|files\/s3-store\.ts|outward\/)/.test(
        path,
      ),
    find: (file) => [
      ...visit(file, callsOut),
      ...found(file.imports, ({ name }) =>
        /^(node:)?(https|http2|tls|dgram|dns)(\/|$)|^undici$|^@aws-sdk\//.test(name),
      ),
    ],
  },
  {
    name: 'messages-once',
    why: 'Any site may send a page messages: only workers listen, which our own pages alone reach, and who starts one.',
    in: (path) =>
      isUnder('src/web')(path) &&
      !isTest(path) &&
      !/^src\/web\/(offline\/app\/service-worker|lib\/pictures\/(ask-)?picture-worker)\.ts$/.test(
        path,
      ),
    find: (file) => visit(file, hearsMessages),
  },
  {
    name: 'by-role-and-label',
    why: 'A browser test finds things as people do, by role, label and text, not by selectors.',
    in: isUnder('e2e'),
    find: (file) => visit(file, selector),
  },
  {
    name: 'no-skipped-test',
    why: 'A test that does not run proves nothing: mend it or remove it.',
    in: (path) => isTest(path) || path.endsWith('.spec.ts'),
    find: (file) => visit(file, skipping),
  },
  {
    name: 'comment-says-what',
    why: 'A comment first says what the thing is, in a sentence: "The style of the headings", not "Of a heading".',
    in: () => true,
    find: ({ comments }) => found(comments, ({ value }) => /^[\s*]*Of\s/.test(value)),
  },
  {
    name: 'no-silenced-check',
    why: 'A check that is wrong is changed for all, one that is right is obeyed.',
    in: () => true,
    find: ({ comments }) =>
      found(comments, ({ value }) =>
        /(ox|es)lint-disable|@ts-(ignore|nocheck|expect-error)|v8 ignore|prettier-ignore/.test(
          value,
        ),
      ),
  },
];

function wrongName(part) {
  if (vagueNames.test(part)) return [{ start: 0, what: `"${part}" names nothing in particular` }];
  if (/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part)) return [];
  return [{ start: 0, what: `"${part}" is not kebab-case` }];
}

function isOtherSide(from, to) {
  return (
    (from.startsWith('src/web/') && to.startsWith('src/server/')) ||
    (from.startsWith('src/server/') && to.startsWith('src/web/'))
  );
}

function found(list, matches) {
  return list.filter(matches).map((one) => ({ start: one.start, what: one.name ?? one.value }));
}

function importsThat(file, isWrong) {
  return found(file.imports, ({ name }) => isWrong(target(file.path, name)));
}

function isNearByAddress(from, name) {
  return name.startsWith('#') && target(from, name).startsWith(`${posix.dirname(from)}/`);
}

/** Finds imports behind one of a later kind. An import without names is made for its effect, and may be anywhere. */
function importsOutOfOrder({ program }) {
  const sources = program.body
    .filter(({ type, specifiers }) => type === 'ImportDeclaration' && specifiers.length > 0)
    .map(({ source }) => source);
  const kindOf = ({ value }) =>
    [/^node:/, /^[^#.]/, /^#/, /^\./].findIndex((one) => one.test(value));
  return found(sources, (source) =>
    sources.some((other) => other.start < source.start && kindOf(other) > kindOf(source)),
  );
}

/** Returns where an import leads: a path from the project's folder, or a package's name. */
function target(from, name) {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name);
  return name.replace(/^#(domain|server|web)\//, 'src/$1/').replace(/^#test\//, 'test/');
}

/** Returns the findings of a function that is called for every node of the file. */
function visit(file, judge) {
  const findings = [];
  const look = (node) => {
    const what = judge(node);
    if (what) findings.push({ start: node.start, what });
  };
  const kinds = [
    'CallExpression',
    'NewExpression',
    'Property',
    'MemberExpression',
    'Literal',
    'TemplateLiteral',
    'TaggedTemplateExpression',
  ];
  new Visitor(Object.fromEntries(kinds.map((kind) => [kind, look]))).visit(file.program);
  return findings;
}

const isName = (node, name) => node.type === 'Identifier' && node.name === name;
const isText = (node) => typeof node?.value === 'string' || node?.type === 'TemplateLiteral';
const textOf = (node) => node.value ?? node.quasis?.[0]?.value.cooked;

/** Returns the member's name in `a.name` and `a['name']`. */
function memberName(node) {
  if (node.type !== 'MemberExpression') return undefined;
  return node.computed ? node.property.value : node.property.name;
}

function clockAndChance(node) {
  if (node.type === 'MemberExpression') {
    const name = `${node.object.name}.${memberName(node)}`;
    return ['Date.now', 'Math.random', 'Temporal.Now'].includes(name) && name;
  }
  if (node.type === 'NewExpression' && node.arguments.length === 0) {
    return isName(node.callee, 'Date') && 'new Date()';
  }
  return node.type === 'CallExpression' && isName(node.callee, 'Date') && 'Date()';
}

function readsEnvironment(node) {
  if (memberName(node) !== 'env') return undefined;
  const owner = node.object.name ?? memberName(node.object);
  return owner === 'process' && 'process.env';
}

function beginsTransaction(node) {
  if (node.type === 'CallExpression') {
    const name = memberName(node.callee);
    return /^(startT|t)ransaction$/.test(name ?? '') && `.${name}()`;
  }
  return isText(node) && beginStatement.test(textOf(node) ?? '') && textOf(node);
}

const callers = new Set(['fetch', 'connect', 'createConnection', 'request']);
const clients = new Set(['Pool', 'Client', 'S3Client', 'Socket', 'WebSocket', 'EventSource']);

/**
 * Finds calls to other machines. `pool.connect()` is allowed: it takes a connection from a pool.
 */
function callsOut(node) {
  if (node.type === 'CallExpression') {
    const { callee } = node;
    const owner = callee.object?.name ?? 'globalThis';
    const name = callee.name ?? (/^(globalThis|net|http)$/.test(owner) && memberName(callee));
    return callers.has(name) && `${name}()`;
  }
  if (node.type !== 'NewExpression') return undefined;
  const name = node.callee.name ?? memberName(node.callee);
  return clients.has(name) && `new ${name}()`;
}

function hearsMessages(node) {
  if (node.type === 'CallExpression') {
    const name = node.callee.name ?? memberName(node.callee);
    const [event] = node.arguments;
    if (name !== 'addEventListener' || !isText(event)) return undefined;
    return /^message(error)?$/.test(textOf(event)) && `addEventListener('${textOf(event)}')`;
  }
  if (node.type === 'NewExpression')
    return /^(BroadcastChannel|MessageChannel)$/.test(node.callee.name) && node.callee.name;
  return /^onmessage(error)?$/.test(memberName(node)) && memberName(node);
}

/**
 * Finds role names in code. They may be keys: a table `satisfies Record<RoleName, …>` compares
 * nothing.
 */
function roleName() {
  const keys = new Set();
  return (node) => {
    if (node.type === 'Property') keys.add(node.key.start);
    return isText(node) && roleNames.has(textOf(node)) && !keys.has(node.start) && textOf(node);
  };
}

function selector(node) {
  if (node.type !== 'CallExpression') return undefined;
  const name = memberName(node.callee);
  if (!isText(node.arguments[0])) return undefined;
  if (selectorCalls.has(name)) return `.${name}(…)`;
  return selectorActions.has(name) && isName(node.callee.object, 'page') && `page.${name}(…)`;
}

function skipping(node) {
  if (node.type !== 'MemberExpression' || !skippingWords.has(memberName(node))) return undefined;
  let object = node.object;
  while (object.type === 'MemberExpression') object = object.object;
  return testWords.has(object.name) && `${object.name}.${memberName(node)}`;
}

/**
 * Returns the findings in one file, each as "path:line what (rule: why)".
 *
 * @param {string} path from the project's folder, with forward slashes
 * @param {string} source
 */
export function checkFile(path, source) {
  const file = { path, source, ...parse(path, source) };
  return rules
    .filter((rule) => rule.in(path))
    .flatMap((rule) =>
      rule.find(file).map(({ start, what }) => {
        const line = source.slice(0, start).split('\n').length;
        return `${path}:${line} ${what.trim()} (${rule.name}: ${rule.why})`;
      }),
    );
}

function parse(path, source) {
  const isCode = /\.(m?js|tsx?)$/.test(path);
  const { program, comments, module, errors } = parseSync(path, isCode ? source : '');
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0].message}`);
  const requests = [...module.staticImports, ...module.staticExports.flatMap((e) => e.entries)]
    .map((entry) => entry.moduleRequest)
    .concat(module.dynamicImports.map((entry) => entry.moduleRequest))
    .filter((request) => request);
  const imports = requests.map(({ start, end }) => ({
    name: source.slice(start + 1, end - 1),
    start,
  }));
  return { program, comments, imports };
}

/** Checks every file of the project in this folder. */
export function checkHouse(root) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listFiles(root, folder))
    .flatMap((path) => checkFile(path, readFileSync(join(root, path), 'utf8')));
}

function listFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(root, path) : [path];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const findings = checkHouse(process.cwd());
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
