import type { ColumnType, JSONColumnType } from 'kysely';

/** A moment that the database sets when it inserts the row. */
export type Created = ColumnType<string, string | undefined, never>;
export type Moment = ColumnType<string, string | undefined, string>;
/** jsonb. Written as JSON text, read as the value. */
export type Json<T extends object> = JSONColumnType<T>;
/** jsonb with a default. Written as JSON text, read as the value. */
export type JsonDefault<T extends object> = ColumnType<T, string | undefined, string>;
/** jsonb that may be null. Written as JSON text, read as the value. */
export type JsonOrNull<T extends object> = ColumnType<
  T | null,
  string | null | undefined,
  string | null
>;
