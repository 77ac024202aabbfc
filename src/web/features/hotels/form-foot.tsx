import { Button } from '@mantine/core';

import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';

type Props = { submit: string; isSaving: boolean; isDisabled?: boolean; onCancel: () => void };

/** Shows Cancel and the button that submits the form. */
export function FormFoot({ submit, isSaving, isDisabled = false, onCancel }: Props) {
  return (
    <DialogFoot>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isSaving} disabled={isDisabled}>
        {isSaving ? 'Saving...' : submit}
      </Button>
    </DialogFoot>
  );
}
