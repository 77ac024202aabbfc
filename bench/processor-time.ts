import { readdir, readFile } from 'node:fs/promises';

/** The unit of /proc: hundredths of a second, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * Returns the milliseconds of processor time of all processes below this one. The time of a process
 * that has ended is included in its parent's, so a connection that closes takes nothing away.
 */
export async function processorTimeBelow(): Promise<number> {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name is in parentheses and may contain spaces. After it there are only numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, parent] = fields;
    processes.set(Number(name), {
      parent: Number(parent),
      // The process's own time in user and system mode, and that of its children that have ended.
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

/** Returns the milliseconds of processor time of this one process. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}
