import { randomBytes } from 'node:crypto';

import { inject } from 'vitest';

import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import { onDatabase, template } from './template.ts';

/** A fresh copy of the template database, dropped again by `close`. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const connection = inject('connection');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  const database = openDatabase(onDatabase(connection, name));
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const admin = openDatabase(inject('connection'));
  await admin.pool.query(statement);
  await admin.close();
}
