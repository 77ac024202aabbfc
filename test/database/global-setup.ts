import type { TestProject } from 'vitest/node';

import { compileServer } from '#test/compile-server.ts';
import { startCluster, type Cluster } from './cluster.ts';

/**
 * The cluster of a run, and how many projects of tests use it. Each project loads this file for
 * itself, so it is kept where all of them find it.
 */
const run = globalThis as { testCluster?: { started: Promise<Cluster>; users: number } };

/** Starts one PostgreSQL for the whole run. Every test file copies its template database. */
export default async function setup(project: TestProject) {
  const shared = (run.testCluster ??= { started: start(), users: 0 });
  shared.users += 1;
  const { connection, stop } = await shared.started;
  project.provide('connection', connection);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete run.testCluster;
    await stop();
  };
}

async function start(): Promise<Cluster> {
  const [cluster] = await Promise.all([startCluster(), compileServer()]);
  return cluster;
}
