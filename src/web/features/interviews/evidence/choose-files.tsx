import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';

import { focusOn } from '#web/ui/focus-on.ts';

type Props = {
  children: string;
  icon: ReactNode;
  /** Which files the chooser offers. */
  accept: string;
  /** True to open the camera, where there is one. */
  isCamera?: boolean;
  isMultiple?: boolean;
  takesFocus?: boolean;
  /** Called in the press itself, before the camera or the chooser covers the page. */
  onOpen: () => void;
  /** Called when it has closed; without files where the person chose none. */
  onClosed: (files: File[]) => void;
};

/** A button that opens the camera or the browser's file chooser. */
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
          // WebKit opens a chooser only within the press itself, so nothing is awaited before.
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
          // The same file may be chosen again.
          currentTarget.value = '';
          props.onClosed(files);
        }}
      />
    </>
  );
}
