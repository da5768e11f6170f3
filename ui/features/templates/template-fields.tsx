import { useId } from 'react';
import { Field, FieldDescription, FieldError, FieldGroup, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Textarea } from '@/components/textarea.tsx';
import { DayField } from '@/features/templates/day-field.tsx';
import type { TemplateErrors, TemplateForm } from '@/features/templates/form.ts';
import { templatesMessages } from '@/features/templates/messages.ts';
import { PromptPreview } from '@/features/templates/prompt-preview.tsx';

/** §9. */
const PROMPT_ROWS = 4;

const words = templatesMessages.form;

type TemplateFieldsProps = { form: TemplateForm; errors: TemplateErrors; onChange: (form: TemplateForm) => void };

/** The four fields of a template (§2), for creating and for editing one. */
export function TemplateFields({ form, errors, onChange }: TemplateFieldsProps) {
  const id = useId();
  return (
    <FieldGroup className="gap-5">
      <Field>
        <FieldLabel htmlFor={`${id}-name`}>{words.name}</FieldLabel>
        <Input
          id={`${id}-name`}
          name="name"
          dir="auto"
          autoComplete="off"
          placeholder={words.namePlaceholder}
          value={form.name}
          onChange={(event) => onChange({ ...form, name: event.target.value })}
          aria-required="true"
          aria-invalid={Boolean(errors.name)}
          aria-describedby={errors.name && `${id}-name-error`}
        />
        <FieldError id={`${id}-name-error`}>{errors.name}</FieldError>
      </Field>
      <Field>
        <FieldLabel htmlFor={`${id}-description`}>{words.description}</FieldLabel>
        <Input
          id={`${id}-description`}
          dir="auto"
          autoComplete="off"
          placeholder={words.descriptionPlaceholder}
          value={form.description}
          onChange={(event) => onChange({ ...form, description: event.target.value })}
        />
      </Field>
      <Field>
        <FieldLabel htmlFor={`${id}-prompt`}>{words.prompt}</FieldLabel>
        <Textarea
          id={`${id}-prompt`}
          name="prompt_template"
          rows={PROMPT_ROWS}
          dir="auto"
          placeholder={words.promptPlaceholder}
          value={form.prompt_template}
          onChange={(event) => onChange({ ...form, prompt_template: event.target.value })}
          aria-required="true"
          aria-invalid={Boolean(errors.prompt_template)}
          aria-describedby={`${id}-prompt-hint ${id}-prompt-error`}
        />
        <FieldDescription id={`${id}-prompt-hint`}>{words.promptHint}</FieldDescription>
        <FieldError id={`${id}-prompt-error`}>{errors.prompt_template}</FieldError>
        <PromptPreview prompt={form.prompt_template} />
      </Field>
      <DayField
        id={`${id}-day`}
        value={form.day_of_week}
        onChange={(day_of_week) => onChange({ ...form, day_of_week })}
      />
    </FieldGroup>
  );
}
