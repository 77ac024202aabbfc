import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  placeholder?: string;
  /** As the address has it. */
  value: string;
  /** With every letter. */
  onChange: (text: string) => void;
};

/**
 * A search whose text lives in the address. The address follows a moment behind the letters, so
 * whoever types is shown their own; otherwise (Back, a cleared filter) the address is right.
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
