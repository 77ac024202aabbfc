import type pg from 'pg';

/** A prepared statement that is called with rows of values by name. */
export type StatementOfRows<Row extends Record<string, unknown>> = (
  rows: readonly Row[],
) => pg.QueryConfig<unknown[]>;

/** The PostgreSQL type of each value. A `jsonb` is given as JSON text. */
export type Types<Row> = Readonly<Record<keyof Row & string, string>>;

/** The name of a PostgreSQL type. The compiler also knows which values are given for it: `Value`. */
export type SqlType<Value> = string & { readonly given?: Value };
export const sqlType = <Value>(name: string) => name as SqlType<Value>;

/** The row that is declared by its types: `{ id: sqlType<number>('integer') }` declares `{ id: number }`. */
export type RowOf<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends SqlType<infer Value> ? Value : never;
};

/**
 * Returns a statement for any number of rows. Its text is written once, and reads `from :rows`. A value of
 * the row is `:hotelId`; a part of the text that is behind a CTE reads it from a relation named `given`.
 * From this text two statements are made:
 *
 * | in the text   | for one row       | for several rows                                       |
 * | ------------- | ----------------- | ------------------------------------------------------ |
 * | `:hotelId`    | `$2::integer`     | `given."hotelId"`                                      |
 * | `:rows`       | no columns        | the rows, read from JSON                               |
 * | `given.*`     | nothing           | all values, so that a CTE has them for what comes next |
 *
 * There are two, because reading a single row from JSON and handing on its values made the statement that
 * stores a response a tenth more expensive for the database.
 *
 * A `jsonb` of several rows is not part of that JSON, but a text of its own with a line for each row:
 * PostgreSQL would read JSON within JSON three times. JSON text has no line break.
 *
 * PostgreSQL expects a hundred rows, whatever their number. Where it may not choose to read a whole
 * table, write `join lateral (… limit 1)`, or `offset 0` in an `exists`.
 *
 * @param name the name by which the connection keeps the plan; another text needs another name.
 * @throws TypeError for a value without a type, or a type without a value in the text.
 */
export function statementOfRows<Row extends Record<string, unknown>>(
  name: string,
  types: Types<Row>,
  text: string,
): StatementOfRows<Row> {
  const names = [...new Set(Array.from(text.matchAll(placeholder), ([, found = '']) => found))];
  const columns = names.filter((column) => column !== 'rows');
  const declared = Object.keys(types);
  const odd = [...columns, ...declared].find((one) => !types[one] || !columns.includes(one));
  if (odd !== undefined) throw new TypeError(`Statement "${name}" and its types differ in ${odd}`);

  const write = (rows: string, valueOf: (column: string) => string) =>
    text.replace(placeholder, (_, column: string) => (column === 'rows' ? rows : valueOf(column)));
  const one = write(
    '(select) given',
    (column) => `$${columns.indexOf(column) + 1}::${types[column]}`,
  );
  const several = write(
    rowsFromJson(types),
    (column) => `given."${column}"${castOf(types[column])}`,
  );

  const documents = declared.filter((column) => types[column] === 'jsonb');
  const without = Object.fromEntries(documents.map((column) => [column, undefined]));
  return (rows) => {
    const [row] = rows;
    if (row && rows.length === 1)
      return { name: `${name}, one`, text: one, values: columns.map((column) => row[column]) };
    const json = JSON.stringify(rows.map((each) => ({ ...each, ...without })));
    const lines = documents.map((column) => rows.map((each) => lineOf(each[column])).join('\n'));
    return { name: `${name}, several`, text: several, values: [json, ...lines] };
  };
}

/** Matches the name of a value in the text, but not a cast such as `::integer`. */
const placeholder = /(?<!:):([a-z]\w*)/gi;

/** Returns the line of a value. An empty line means null. */
const lineOf = (json: unknown) => (typeof json === 'string' ? json : '');

const castOf = (type: string | undefined) => (type === 'jsonb' ? '::jsonb' : '');

/** Returns the relation `given`: the rows of the JSON in `$1`, each with its lines of the values after it. */
function rowsFromJson(types: Readonly<Record<string, string>>): string {
  const all = Object.entries(types);
  const inJson = all.filter(([, type]) => type !== 'jsonb');
  const documents = all.filter(([, type]) => type === 'jsonb');
  const sources = [
    `json_to_recordset($1) as (${inJson.map(([column, type]) => `"${column}" ${type}`).join(', ')})`,
    ...documents.map((_, place) => `string_to_table($${place + 2}, E'\\n', '')`),
  ];
  const columns = [...inJson, ...documents].map(([column]) => `"${column}"`).join(', ');
  return `rows from (${sources.join(', ')}) as given (${columns})`;
}
