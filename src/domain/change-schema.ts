import { z, type ZodType } from 'zod';

type WithoutDefault<S> = S extends z.ZodDefault<infer Inner> ? Inner : S;
type Change<S extends z.ZodRawShape> = { [F in keyof S]: z.ZodOptional<WithoutDefault<S[F]>> };

/**
 * Returns the schema of a change: each field may be left out, and a field that is left out stays as
 * it is stored. zod's own `.partial()` keeps the defaults of the fields, so that a change of one
 * field would reset the others; this takes the defaults away.
 */
export function changeSchema<S extends z.ZodRawShape>(fields: S): z.ZodObject<Change<S>> {
  const entries = Object.entries(fields).map(
    ([name, schema]) => [name, z.optional(withoutDefault(schema))] as const,
  );
  return z.object(Object.fromEntries(entries) as unknown as Change<S>);
}

function withoutDefault(schema: z.core.SomeType): ZodType {
  return schema instanceof z.ZodDefault ? withoutDefault(schema.unwrap()) : (schema as ZodType);
}
