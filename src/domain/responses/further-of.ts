import type { FurtherOfAnswer } from './further-fields.ts';

/** Returns what an answer holds besides the answer itself. Empty or false fields are left out. */
export function furtherOf({
  notApplicable,
  note,
  waived,
}: {
  readonly notApplicable?: boolean | undefined;
  readonly note?: string | undefined;
  readonly waived?: boolean | undefined;
}): FurtherOfAnswer {
  return {
    ...(notApplicable && { notApplicable }),
    ...(note && { note }),
    ...(waived && { waived }),
  };
}
