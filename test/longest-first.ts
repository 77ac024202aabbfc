import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first. */
const longest = [
  'test/faults/faults.test.ts',
  'test/kill-nine.test.ts',
  'test/chaos/chaos.test.ts',
  'test/faults/corrections.test.ts',
  'src/server/features/results/rolled-sums.test.ts',
  'test/fuzz/fuzz.test.ts',
  'src/server/embedded/start-postgres.test.ts',
  'test/restore-drill.test.ts',
];

/**
 * Starts the longest test files first. Otherwise the longest begins last, and takes minutes on one
 * worker while the other one is idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = longest.flatMap((name) =>
      others.filter(({ moduleId }) => moduleId.endsWith(name)),
    );
    return [...first, ...others.filter((file) => !first.includes(file))];
  }
}
