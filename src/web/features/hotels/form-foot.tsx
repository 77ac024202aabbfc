import { Button } from '@mantine/core';

import classes from './form-foot.module.css';

type Props = { submit: string; isSaving: boolean; isDisabled?: boolean; onCancel: () => void };

/** The dialog's buttons, always in reach below its fields. */
export function FormFoot({ submit, isSaving, isDisabled = false, onCancel }: Props) {
  return (
    <div className={classes.foot}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isSaving} disabled={isDisabled}>
        {isSaving ? 'Saving...' : submit}
      </Button>
    </div>
  );
}
