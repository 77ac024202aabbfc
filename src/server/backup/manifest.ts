import { z } from 'zod';

/**
 * The size and digest of a file when it was written, so that it can be checked without a database.
 */
const contentSchema = {
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};

const sequenceSchema = z.object({ column: z.string(), lastValue: z.int(), isCalled: z.boolean() });

const tableSchema = z.object({
  name: z.string().regex(/^\w+$/),
  columns: z.array(z.string()),
  /** The columns that the rows are sorted by. */
  key: z.array(z.string()),
  sequences: z.array(sequenceSchema),
  rows: z.int(),
  ...contentSchema,
});

/**
 * Describes a backup's content: `tables/<name>.copy.gz`, written by PostgreSQL's COPY and listed in
 * the order to load them, and `documents/<name>`. Sizes and digests are those of the unpacked
 * content.
 */
export const manifestSchema = z.object({
  product: z.literal('bellwether'),
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  epoch: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
  documents: z.array(z.object({ name: z.string().regex(/^[\w-][\w.-]*$/), ...contentSchema })),
  /** Documents that were deleted after the tables were read and before they themselves were. */
  deletedMeanwhile: z.array(z.string()),
  /** Documents that have a row but were not in the store. The first backups did not list them. */
  missing: z.array(z.string()).default([]),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableContent = z.infer<typeof tableSchema>;
export type Table = Omit<TableContent, 'rows' | 'bytes' | 'sha256'>;
export type DocumentContent = Manifest['documents'][number];

/**
 * Returns the message about missing documents. It is shown after the backup is finished: a backup
 * without them is still worth keeping.
 */
export const nameMissing = (missing: readonly string[]) =>
  `These documents were missing from the store, and so are from the backup:\n  ${missing.join('\n  ')}`;

/** Returns the last migration of the database that was backed up. */
export const newestMigration = ({ migrations }: Manifest) => migrations.at(-1) ?? '';

export const manifestFile = 'manifest.json';
export const tableFile = ({ name }: { name: string }) => `tables/${name}.copy.gz`;
export const documentFile = ({ name }: { name: string }) => `documents/${name}`;
