import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { FieldError } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { scriptsMessages } from '@/features/scripts/messages.ts';
import { nameProblem } from '@/features/scripts/script.ts';

/** Renames in place (§2). Enter saves, Escape puts the old name back. `focused` takes the focus when the field appears. */
export function NameField({
  name,
  focused,
  onChange,
  onCancel,
  onSave,
}: {
  name: string;
  focused: boolean;
  onChange: (name: string) => void;
  onCancel: () => void;
  onSave: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const problem = nameProblem(name);

  useEffect(() => {
    if (focused) input.current?.select();
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onSave();
    if (event.key === 'Escape') onCancel();
  }

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Input
        ref={input}
        dir="auto"
        value={name}
        placeholder={scriptsMessages.namePlaceholder}
        aria-label={scriptsMessages.namePlaceholder}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? errorId : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-9 text-lg font-semibold sm:text-lg pointer-coarse:h-11"
      />
      <FieldError id={errorId}>{problem}</FieldError>
    </div>
  );
}
