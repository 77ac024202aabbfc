import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { BrandFilter } from './brand-filter.tsx';

test('a chosen brand that no hotel has any more is shown', () => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <BrandFilter brands={['After']} value="Before" onChange={() => undefined} />
    </MantineProvider>,
  );
  expect(markup).toContain('value="Before"');
});
