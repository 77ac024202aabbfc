import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  placeholder?: string;
  /** The text in the address. */
  value: string;
  /** Called for every letter. */
  onChange: (text: string) => void;
};

/**
 * Renders a search field whose text is in the address. The address changes a moment after each
 * letter, so while the field has the focus it shows what was typed. Otherwise (Back, a cleared
 * filter) it follows the address.
 */
export function SearchField({ label, placeholder, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      placeholder={placeholder ?? ''}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
    />
  );
}
