/**
 * Props for a required field. `aria-required` is for screen readers, which ignore the asterisk. `required`
 * would make the browser treat the field as invalid before anybody has reached it.
 */
export const mustFill = { withAsterisk: true, 'aria-required': true } as const;
