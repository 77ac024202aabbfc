import { IconBuildingOff } from '@tabler/icons-react';

import { Empty } from '#web/ui/notices/empty.tsx';
import { Page } from '#web/ui/page.tsx';

import { BackToWorkflow } from '#web/features/interviews/back-to-workflow.tsx';

/** Shown when the address names no hotel, or a hotel that this person may not see. */
export function NoHotel() {
  return (
    <Page title="Interview" width="reading">
      <Empty
        icon={<IconBuildingOff size={26} stroke={1.6} aria-hidden />}
        title="Hotel not found"
        text="There is no such hotel, or it is not assigned to you."
        action={<BackToWorkflow />}
      />
    </Page>
  );
}
