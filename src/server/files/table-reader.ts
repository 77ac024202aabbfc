import { parseTable, type TableFormat, type TableLimits } from './parse-table.ts';

/** The process in which `readTable` parses one file. It gets the task as a message. */
export type TableTask = { bytes: Uint8Array; format: TableFormat; limits: TableLimits };

process.once('message', (task) => {
  const { bytes, format, limits } = task as TableTask;
  void parseTable(Buffer.from(bytes), format, limits).then((parsed) => process.send?.(parsed));
});
// End when the server has ended.
process.once('disconnect', () => process.exit());
