/**
 * Onto a field that must be filled in: a screen reader is told too, for which the asterisk is
 * nothing. `required` would make the browser call the field wrong before anybody came to it.
 */
export const mustFill = { withAsterisk: true, 'aria-required': true } as const;
