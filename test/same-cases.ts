import fc from 'fast-check';

/**
 * Every run tries the same cases, so that a test that passed for one person passes for the next:
 * what a change broke is then known to be of that change. `FC_SEED=… npm run test:unit` looks for
 * cases that nobody has tried.
 */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_260) });
