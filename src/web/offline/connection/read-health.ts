import { healthSchema, type Health } from '#domain/sync/health.ts';
import { ask } from './reply.ts';

/**
 * Milliseconds within which the server must reply. A measured skew may be wrong by half the time
 * the reply took.
 */
export const healthPatience = 5_000;

/**
 * Returns the server's health report; null when nothing replies, or something other than our
 * server.
 */
export async function readHealth(fetch: typeof globalThis.fetch): Promise<Health | null> {
  const reply = await ask(fetch, '/api/health', { signal: AbortSignal.timeout(healthPatience) });
  return reply.kind === 'answered' ? (healthSchema.safeParse(reply.json).data ?? null) : null;
}
