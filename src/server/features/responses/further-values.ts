import type { FurtherFields } from '#domain/responses/further-fields.ts';
import { columnName } from '#server/db/schema/column-name.ts';
import { sqlType, type RowOf, type SqlType } from '#server/db/statements/statement-of-rows.ts';

/**
 * The columns of the optional fields of a response, with their types. What stores, replaces and reads responses takes
 * the columns from here. For a new field in `further-fields.ts` of the domain, the compiler wants a column here, and
 * its value in each of the two functions below.
 */
export const furtherTypes = {
  /** The response's files, as JSON. */
  files: sqlType<string | null>('jsonb'),
  /** The round that the device named. Without one, the round of the time when the interview began. */
  roundId: sqlType<number | null>('integer'),
  asked: sqlType<number[] | null>('integer[]'),
  revises: sqlType<string | null>('text'),
  /**
   * When each question was last answered, in seconds since the interview began, in the edition's
   * order.
   */
  timing: sqlType<(number | null)[] | null>('smallint[]'),
  language: sqlType<string | null>('text'),
  evidenceReason: sqlType<string | null>('text'),
} satisfies Record<keyof FurtherFields, SqlType<unknown>>;

export type FurtherValues = RowOf<typeof furtherTypes>;

/** The optional fields of a response that is ready to be stored. */
export type NewFurther = Omit<FurtherFields, 'timing'> & Pick<FurtherValues, 'timing'>;

/** Returns the values of these columns. A field that was not sent is null. */
export function furtherValues(sent: NewFurther): FurtherValues {
  return {
    files: sent.files ? JSON.stringify(sent.files) : null,
    roundId: sent.roundId ?? null,
    asked: sent.asked ?? null,
    revises: sent.revises ?? null,
    timing: sent.timing,
    language: sent.language ?? null,
    evidenceReason: sent.evidenceReason ?? null,
  };
}

/** The optional fields that every reply has. Only the details have `timing`. */
type ReplyField = Exclude<keyof FurtherFields, 'timing'>;
type Stored = { readonly [Field in ReplyField]?: FurtherFields[Field] | null };

/** Returns the fields as replies have them. A field that was not sent is undefined, so the reply leaves it out. */
export function furtherInReply(stored: Stored): { [Field in ReplyField]: FurtherFields[Field] } {
  return {
    files: stored.files ?? undefined,
    roundId: stored.roundId ?? undefined,
    asked: stored.asked ?? undefined,
    revises: stored.revises ?? undefined,
    language: stored.language ?? undefined,
    evidenceReason: stored.evidenceReason ?? undefined,
  };
}

const fields = Object.keys(furtherTypes) as (keyof FurtherFields)[];

/** The columns that every reply needs, from `responses as response`. */
export const replyColumns = fields
  .filter((field) => field !== 'timing')
  .map((field) => `response.${field}` as const);

/** The columns' names in the database, and what the storing statement puts into them. */
export const furtherNames = fields.map(columnName).join(', ');
/** The round is the one that the statement has found, which may be another one than the device named. */
export const furtherPlaceholders = fields
  .map((field) => (field === 'roundId' ? 'round_id' : `:${field}`))
  .join(', ');
