import type pg from 'pg';

/** A prepared statement that is called with values by name. */
export type NamedStatement<Values extends Record<string, unknown>> = (
  values: Values,
) => pg.QueryConfig<unknown[]>;

/**
 * Returns a prepared statement whose parameters are written `:hotelId` instead of `$2`. PostgreSQL
 * gets them by number, in the order in which the text first uses them. `::integer` stays a cast.
 *
 * @param name the name by which the connection keeps the plan; another text needs another name.
 * @throws TypeError, when called, for a parameter without a value or a value without a parameter.
 */
export function namedStatement<Values extends Record<string, unknown>>(
  name: string,
  text: string,
): NamedStatement<Values> {
  const names: string[] = [];
  const numbered = text.replace(/(?<!:):([a-z]\w*)/gi, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  return (values) => {
    const given = names.map((parameter) => {
      if (values[parameter] === undefined)
        throw new TypeError(`Statement "${name}" has no value for :${parameter}`);
      return values[parameter];
    });
    if (Object.keys(values).length !== given.length)
      throw new TypeError(`Statement "${name}" does not use every value`);
    return { name, text: numbered, values: given };
  };
}
