import { Eye } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { isIncomplete, type TemplateErrors, type TemplateForm, templateErrors } from '@/features/templates/form.ts';
import { sampleMessages, templatesToasts } from '@/features/templates/messages.ts';
import { SampleDialog } from '@/features/templates/sample-dialog.tsx';
import { TemplateFields } from '@/features/templates/template-fields.tsx';

type TemplateFormProps = {
  form: TemplateForm;
  onChange: (form: TemplateForm) => void;
  onSubmit: () => void;
  busy: boolean;
  children: ReactNode;
};

/**
 * The validated fields (§5): a rejected form shows the notification of §8 and errors on the fields, and focuses the
 * first of them. `children` are the buttons.
 */
export function TemplateFormView({ form, onChange, onSubmit, busy, children }: TemplateFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState(false);
  const [isSampled, setSampled] = useState(false);
  const errors: TemplateErrors = refused ? templateErrors(form) : {};

  /** Returns whether the form is valid; otherwise shows the errors. */
  function check(): boolean {
    const [field] = Object.keys(templateErrors(form));
    setRefused(field !== undefined);
    if (!field) return true;
    if (isIncomplete(form)) toast(templatesToasts.invalid);
    element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    return false;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (check()) onSubmit();
  }

  return (
    <form ref={element} noValidate aria-busy={busy} onSubmit={submit}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-6">
        <TemplateFields form={form} errors={errors} onChange={onChange} />
        <Button
          variant="ghost"
          size="sm"
          className="-my-2 -ml-3 self-start"
          onClick={() => check() && setSampled(true)}
        >
          <Eye aria-hidden="true" />
          {sampleMessages.see}
        </Button>
        {children}
      </fieldset>
      {isSampled ? (
        <SampleDialog template={{ name: form.name, prompt: form.prompt_template }} onClose={() => setSampled(false)} />
      ) : null}
    </form>
  );
}
