import { z } from 'zod';

// The content security policy forbids code made from text, so schemas need not try whether they
// may make some: each try is a violation that browsers report. Bundled with the library, so that
// it is said before the first schema is made.
z.config({ jitless: true });
