import type { Browser, Page } from '@playwright/test';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: by the clock, and of processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

const wanted = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Runs `act` and returns the page's tasks in milliseconds of processor time, the longest first. By the
 * clock a task also lasts while other programs have the processor, so on a busy machine its time says
 * nothing.
 */
export async function tasksDuring(
  chrome: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<number[]> {
  await chrome.startTracing(page, { categories: wanted });
  await act();
  const trace = (await chrome.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents
    .filter((event) => event.ph === 'X' && event.name === 'RunTask' && main.has(threadOf(event)))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : tdur / 1_000));
  if (tasks.length === 0) throw new Error('The trace tells no processor time of the page.');
  return tasks.toSorted((one, other) => other - one);
}
