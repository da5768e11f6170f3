import type { ComponentProps } from 'react';
import { useRef } from 'react';
import { Button } from '@/components/button.tsx';

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'aria-disabled'> & {
  /** The input's name, for screen readers only. */
  label: string;
  isBusy: boolean;
  onFile: (file: File) => void;
};

/** A button that opens a file picker, unless it is busy. */
export function FileButton({ label, isBusy, onFile, ...button }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" {...button} aria-disabled={isBusy} onClick={() => isBusy || picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file && !isBusy) onFile(file);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </>
  );
}
