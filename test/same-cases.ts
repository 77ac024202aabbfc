import fc from 'fast-check';

/**
 * Makes every run try the same random cases, so that a test that passes for one person passes for
 * the next. A failure then comes from a change. `FC_SEED=… npm run test:unit` tries other cases.
 */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_260) });
