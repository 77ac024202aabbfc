import { z } from 'zod';

// Tells zod not to generate code: the content security policy forbids it, and browsers report each
// attempt as a violation. It is bundled with the library so that it runs before the first schema is
// created.
z.config({ jitless: true });
