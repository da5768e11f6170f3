import { type FormEvent, type ReactNode, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { isIncomplete, type TemplateErrors, type TemplateForm, templateErrors } from '@/features/templates/form.ts';
import { templatesToasts } from '@/features/templates/messages.ts';
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
  const [refused, setRefused] = useState(false);
  const errors: TemplateErrors = refused ? templateErrors(form) : {};

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [field] = Object.keys(templateErrors(form));
    setRefused(field !== undefined);
    if (!field) return onSubmit();
    if (isIncomplete(form)) toast(templatesToasts.invalid);
    event.currentTarget.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  return (
    <form noValidate aria-busy={busy} onSubmit={submit}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-6">
        <TemplateFields form={form} errors={errors} onChange={onChange} />
        {children}
      </fieldset>
    </form>
  );
}
