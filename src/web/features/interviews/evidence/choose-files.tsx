import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';

import { focusOn } from '#web/ui/focus-on.ts';

type Props = {
  children: string;
  icon: ReactNode;
  /** Which files the chooser offers. */
  accept: string;
  /** True to open the camera if the device has one. */
  isCamera?: boolean;
  isMultiple?: boolean;
  takesFocus?: boolean;
  /** Called while the press is handled, before the camera or the chooser covers the page. */
  onOpen: () => void;
  /** Called when the camera or chooser has closed. The list is empty when the person chose no file. */
  onClosed: (files: File[]) => void;
};

/** Shows a button that opens the camera or the browser's file chooser. */
export function ChooseFiles({ children, icon, accept, isCamera, isMultiple, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const cancelled = useEffectEvent(() => props.onClosed([]));
  useEffect(() => {
    const chooser = input.current;
    const tell = () => cancelled();
    // React has no name for this event of an input.
    chooser?.addEventListener('cancel', tell);
    return () => chooser?.removeEventListener('cancel', tell);
  }, []);
  return (
    <>
      <Button
        ref={props.takesFocus ? focusOn : null}
        variant="default"
        leftSection={icon}
        onClick={() => {
          props.onOpen();
          // WebKit opens a chooser only while it handles the press, so do not await anything before.
          input.current?.click();
        }}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={children}
        hidden
        accept={accept}
        multiple={isMultiple}
        {...(isCamera && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Clear the input, so that the person can choose the same file again.
          currentTarget.value = '';
          props.onClosed(files);
        }}
      />
    </>
  );
}
