import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, type Ref, useId, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Textarea } from '@/components/input.tsx';
import { importMessages } from '@/features/accounts/session/messages.ts';
import type { useCookieImport } from '@/features/accounts/session/use-cookie-import.ts';
import { cn } from '@/lib/class-names.ts';

const { field, placeholder, chooseFile, file: fileName } = importMessages;

type CookieFieldProps = { cookies: ReturnType<typeof useCookieImport>; ref: Ref<HTMLTextAreaElement> };

/** A field to paste cookies; also accepts a dropped or chosen file. */
export function CookieField({ cookies: { entered, problem, sending, change, takeFile }, ref }: CookieFieldProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function onPick(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.target.files ?? [];
    // Allows choosing the same file again after a fix.
    event.target.value = '';
    if (chosen) void takeFile(chosen);
  }

  function onDrag(event: DragEvent) {
    if (sending || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  function onDrop(event: DragEvent) {
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (sending || !dropped) return;
    event.preventDefault();
    void takeFile(dropped);
  }

  return (
    <Field>
      <FieldLabel htmlFor={id}>{field}</FieldLabel>
      <Textarea
        id={id}
        ref={ref}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        className={cn('max-h-60 resize-y font-mono text-xs break-all sm:text-xs', isOver && 'border-ring bg-accent')}
        placeholder={placeholder}
        value={entered.text}
        readOnly={sending}
        onChange={(event) => change({ text: event.target.value })}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-error` : undefined}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="outline" size="sm" disabled={sending} onClick={() => picker.current?.click()}>
          <FileUp aria-hidden="true" />
          {chooseFile}
        </Button>
        {entered.file ? (
          <span className="min-w-0 truncate text-[0.8125rem] text-muted-foreground">
            {fileName(entered.file.name, entered.file.size)}
          </span>
        ) : null}
        <input ref={picker} type="file" accept=".json,.txt,application/json,text/plain" hidden onChange={onPick} />
      </div>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </Field>
  );
}
