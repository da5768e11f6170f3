import { Eye, EyeOff, LoaderCircle } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FormField } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';

/** A labelled text field with its error linked for screen readers; `end` is placed inside, at the end. */
export function TextField({
  label,
  error,
  end,
  ...input
}: { label: string; error?: string; end?: ReactNode } & ComponentProps<typeof Input>) {
  return (
    <FormField label={label} error={error}>
      {(control) => (
        <div className="relative">
          <Input {...control} required {...input} />
          {end}
        </div>
      )}
    </FormField>
  );
}

/** The form's submit button; "Please wait..." while sending (§2). */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" size="lg" className="mt-1 w-full" disabled={busy}>
      {busy ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
      {busy ? 'Please wait...' : children}
    </Button>
  );
}

/** A password field that can reveal its text. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      className="pr-11"
      end={
        <button
          type="button"
          aria-label={`Show ${props.label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1 right-1 inline-flex w-8 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      }
    />
  );
}
