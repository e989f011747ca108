import { Button, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface FileButtonProps extends ButtonProps {
  label: string;
  onFiles: (files: File[]) => void;
}

/** Shows a button that chooses files, several at once. */
export function FileButton({ label, onFiles, ...props }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...props} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
