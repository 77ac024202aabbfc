/**
 * The paths that no log may contain, at any level: session tokens, also in the options of the
 * form's parser, and the row that violated a constraint, which may contain an answer.
 */
const paths = [
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
  'busboyOptions.headers',
  'err.detail',
  'err.where',
];

/** What PostgreSQL says of a deadlock: numbers of processes and transactions, kinds of locks, and a table's name. */
const ofDeadlock = {
  detail: /^(Process \d+ waits for \w+ on [\w ]+; blocked by process \d+\.\n?)+$/,
  where: /^while \w+ (updated version \(\d+,\d+\) of )?tuple \(\d+,\d+\) in relation "\w+"/,
};

/** Returns the words about a deadlock, so that an operator learns who waited for whom. All else is left out. */
function censor(value: unknown, path: string[]): string {
  const said = path.at(-1) === 'detail' ? ofDeadlock.detail : ofDeadlock.where;
  return (path[0] === 'err' && said.exec(String(value))?.[0]) || '[Redacted]';
}

export const redact = { paths, censor };
