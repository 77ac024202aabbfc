import { readdir, readFile } from 'node:fs/promises';

/** What /proc counts in: hundredths of a second, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * Milliseconds of processor time that all processes below this one have taken. What has ended is
 * counted by its parent, who waited for it, so that a connection which closes takes nothing away.
 */
export async function processorTimeBelow(): Promise<number> {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name stands in brackets and may hold spaces; what follows it is numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, parent] = fields;
    processes.set(Number(name), {
      parent: Number(parent),
      // Its own in user and system mode, and that of its children that have ended.
      ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
    });
  }
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  let ticks = 0;
  for (const [pid, { ticks: taken }] of processes) if (isBelow(pid)) ticks += taken;
  return (ticks * 1_000) / ticksPerSecond;
}

/** Milliseconds of processor time that this one process has taken. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}
