import type { ColumnType, JSONColumnType } from 'kysely';

/** Set by the database when a row is made. */
export type Created = ColumnType<string, string | undefined, never>;
export type Moment = ColumnType<string, string | undefined, string>;
/** jsonb: written as JSON text, read as the value. */
export type Json<T extends object> = JSONColumnType<T>;
/** jsonb with a default. */
export type JsonDefault<T extends object> = ColumnType<T, string | undefined, string>;
