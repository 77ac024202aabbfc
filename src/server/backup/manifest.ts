import { z } from 'zod';

/** What a file held when it was written: whether it still does can be told without a database. */
const contentSchema = {
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};

const sequenceSchema = z.object({ column: z.string(), lastValue: z.int(), isCalled: z.boolean() });

const tableSchema = z.object({
  name: z.string().regex(/^\w+$/),
  columns: z.array(z.string()),
  /** The columns by which its rows are in order. */
  key: z.array(z.string()),
  sequences: z.array(sequenceSchema),
  rows: z.int(),
  ...contentSchema,
});

/**
 * What a backup holds: `tables/<name>.copy.gz`, as PostgreSQL's COPY writes it, in the order in
 * which they can be loaded, and `documents/<name>`. Sizes and digests are of what is not packed.
 */
export const manifestSchema = z.object({
  product: z.literal('bellwether'),
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  epoch: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
  documents: z.array(z.object({ name: z.string().regex(/^[\w-][\w.-]*$/), ...contentSchema })),
  /** Documents that were deleted between the reading of the tables and their own. */
  deletedMeanwhile: z.array(z.string()),
  /** Documents that have a record, and were not in the store; the first backups did not tell. */
  missing: z.array(z.string()).default([]),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableContent = z.infer<typeof tableSchema>;
export type Table = Omit<TableContent, 'rows' | 'bytes' | 'sha256'>;
export type DocumentContent = Manifest['documents'][number];

/** A backup without them is no less worth keeping: it is finished first, and then told. */
export const nameMissing = (missing: readonly string[]) =>
  `These documents were missing from the store, and so are from the backup:\n  ${missing.join('\n  ')}`;

export const manifestFile = 'manifest.json';
export const tableFile = ({ name }: { name: string }) => `tables/${name}.copy.gz`;
export const documentFile = ({ name }: { name: string }) => `documents/${name}`;
