import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Field, FieldDescription, FieldError, FieldGroup, FieldLabel } from '@/components/field.tsx';
import { Input, Textarea } from '@/components/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import type { TemplateErrors, TemplateForm } from '@/features/templates/form.ts';
import { SAMPLE_NICHE, templatesMessages, WEEKDAYS } from '@/features/templates/messages.ts';
import { PromptText } from '@/features/templates/prompt-text.tsx';

/** §9. */
const PROMPT_ROWS = 4;

const words = templatesMessages.form;

type TemplateFieldsProps = { form: TemplateForm; errors: TemplateErrors; onChange: (form: TemplateForm) => void };

/** The four fields of a template (§2). */
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

/** A select's value cannot be empty. */
const NO_DAY = 'none';

type DayFieldProps = { id: string; value: number | null; onChange: (day: number | null) => void };

/** A template's weekday, 0 = Sunday to 6 = Saturday, or null for none. */
function DayField({ id, value, onChange }: DayFieldProps) {
  const { day, dayHint, noDay } = templatesMessages.form;
  return (
    <Field>
      <FieldLabel htmlFor={id}>{day}</FieldLabel>
      <Select
        value={value === null ? NO_DAY : String(value)}
        onValueChange={(chosen) => onChange(chosen === NO_DAY ? null : Number(chosen))}
      >
        <SelectTrigger id={id} aria-describedby={`${id}-hint`}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={NO_DAY}>{noDay}</SelectItem>
          {WEEKDAYS.map((weekday, index) => (
            <SelectItem key={weekday} value={String(index)}>
              {weekday}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <FieldDescription id={`${id}-hint`}>{dayHint}</FieldDescription>
    </Field>
  );
}

const { preview, previewOf, previewEmpty } = templatesMessages.form;

/** Expands to a preview of the prompt with {niche} replaced. */
function PromptPreview({ prompt }: { prompt: string }) {
  return (
    <details className="group">
      <summary className="flex min-h-8 w-fit list-none items-center gap-1.5 rounded-sm text-[0.8125rem] font-medium text-muted-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 transition-transform duration-150 group-open:rotate-90" aria-hidden="true" />
        {preview}
      </summary>
      <div className="mt-1 rounded-md border bg-muted px-3 py-2.5">
        <p className="mb-1.5 text-xs text-muted-foreground">{prompt.trim() ? previewOf : previewEmpty}</p>
        <PromptText text={prompt} niche={SAMPLE_NICHE} />
      </div>
    </details>
  );
}
