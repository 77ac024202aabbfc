/**
 * Props for a required field. `aria-required` is for screen readers, which ignore the asterisk.
 * `required` would make the browser call the field invalid before anybody has come to it.
 */
export const mustFill = { withAsterisk: true, 'aria-required': true } as const;
