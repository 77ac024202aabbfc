import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What takes a tenth of a second alone takes seconds beside other tests on a small machine.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
