import type { TestProject } from 'vitest/node';

import { startCluster } from './cluster.ts';

/** One PostgreSQL for the whole run; every test file copies its template database. */
export default async function setup(project: TestProject) {
  const { connection, stop } = await startCluster();
  project.provide('connection', connection);
  return stop;
}
