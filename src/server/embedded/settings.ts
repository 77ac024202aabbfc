import type { Place } from './place.ts';

/**
 * Measured on two cores with one response of 20 answers a transaction: 12–20 % more writes than
 * PostgreSQL's own settings. Turning durability off would gain almost nothing more.
 */
export const tuning = {
  shared_buffers: '256MB',
  work_mem: '32MB',
  max_connections: '40',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
  max_wal_size: '1GB',
  wal_buffers: '16MB',
  checkpoint_timeout: '15min',
  autovacuum: 'on',
  random_page_cost: '1.1',
};

/** What was acknowledged is on the disk: said aloud, since the whole product rests on it. */
const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * The log tells of starts, ends and crashes. What a statement is refused for is told to its caller
 * and not written down: it would hold people's answers.
 */
const logging = { log_min_messages: 'log', log_checkpoints: 'off', log_timezone: 'UTC' };

/** On the command line they stand above whatever the cluster's own files say. */
export function toArguments({ clusterAsSeen, socketsAsSeen, name }: Place): string[] {
  const settings = {
    ...tuning,
    ...durability,
    ...logging,
    listen_addresses: '',
    unix_socket_directories: socketsAsSeen,
    unix_socket_permissions: '0700',
    cluster_name: name,
    timezone: 'UTC',
  };
  const pairs = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return ['-D', clusterAsSeen, ...pairs];
}
