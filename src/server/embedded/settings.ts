import type { Place } from './place.ts';

/**
 * Settings for speed. Measured on two cores with one response of 20 answers per transaction, they
 * gave 12–20% more writes than PostgreSQL's defaults. Turning durability off would gain almost
 * nothing more.
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

/**
 * Makes sure that acknowledged data is on the disk. These are PostgreSQL's defaults; they are
 * written out because the whole product relies on them.
 */
const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * The log holds starts, ends and crashes. The error of a refused statement goes to its caller only:
 * in the log it would contain people's answers.
 */
const logging = { log_min_messages: 'log', log_checkpoints: 'off', log_timezone: 'UTC' };

/** Returns the command line. Its settings override those in the cluster's own files. */
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
