import type { TestProject } from 'vitest/node';

import { startCluster } from './cluster.ts';

/** Starts one PostgreSQL for the whole run. Every test file copies its template database. */
export default async function setup(project: TestProject) {
  const { connection, stop } = await startCluster();
  project.provide('connection', connection);
  return stop;
}
