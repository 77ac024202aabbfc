import { z, type ZodType } from 'zod';

type WithoutDefault<S> = S extends z.ZodDefault<infer Inner> ? Inner : S;
type Change<S extends z.ZodRawShape> = { [F in keyof S]: z.ZodOptional<WithoutDefault<S[F]>> };

/**
 * Returns the schema of a change: each field may be left out, and then keeps its stored value.
 * zod's own `.partial()` keeps the fields' defaults, so a change of one field would reset the
 * others. This function removes the defaults.
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
