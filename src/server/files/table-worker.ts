import { parentPort, workerData } from 'node:worker_threads';

import { parseTable, type TableFormat, type TableLimits } from './parse-table.ts';

/** The worker's end of `readTable`: parses the one file it is born with. */
export type TableTask = { bytes: Uint8Array; format: TableFormat; limits: TableLimits };

const { bytes, format, limits } = workerData as TableTask;
parentPort?.postMessage(await parseTable(Buffer.from(bytes), format, limits));
