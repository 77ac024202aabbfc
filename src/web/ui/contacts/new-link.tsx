import { Button, CopyButton, Stack, Text, TextInput } from '@mantine/core';
import { encode } from 'uqr';

import classes from './contacts.module.css';

/** Shows a new link, to copy or scan. It cannot be shown again. */
export function NewLink({ token }: { token: string }) {
  const link = `${location.origin}/h/${token}`;
  return (
    <Stack gap="sm" role="group" aria-label="The new link">
      <TextInput
        label="Copy this link now. It is not shown again."
        description="Everybody who has it can open the assessment, for 60 days."
        value={link}
        readOnly
        ref={comeTo}
        onFocus={(event) => event.currentTarget.select()}
      />
      {'clipboard' in navigator && (
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      )}
      <Code link={link} />
      <Text size="sm" c="dimmed" ta="center">
        Scan it with a phone.
      </Text>
    </Stack>
  );
}

/**
 * Focuses the new link, scrolls to it, and so selects it to be copied. Otherwise a screen reader would not say that
 * there is one.
 */
function comeTo(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Draws the QR code, dark on white in both themes, because not every phone reads an inverted one. */
function Code({ link }: { link: string }) {
  const { data, size } = encode(link);
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return (
    <svg className={classes.code} viewBox={`-3 -3 ${size + 6} ${size + 6}`} role="img">
      <title>QR code of the link</title>
      <path d={path} />
    </svg>
  );
}
