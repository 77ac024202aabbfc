import { lazy, Suspense, useEffect, useState } from 'react';

import { watchIcons } from '#web/ui/theme/watch-icons.ts';

const IconTooltip = lazy(async () => ({
  default: (await import('./icon-tooltip.tsx')).IconTooltip,
}));

/**
 * Shows the name of the icon button under the pointer or the focus, and its key. There is one tooltip for the
 * whole page. So a list of thousands of rows needs none for each row, and no button can be forgotten.
 */
export function IconTooltips() {
  const [icon, setIcon] = useState<HTMLElement | null>(null);
  useEffect(() => watchIcons(setIcon), []);
  if (!icon) return null;
  return (
    <Suspense fallback={null}>
      <IconTooltip icon={icon} />
    </Suspense>
  );
}
