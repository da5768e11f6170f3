import { ChevronRight } from 'lucide-react';
import { FieldGroup, FormField } from '@/components/field.tsx';
import { Textarea } from '@/components/input.tsx';
import { Select } from '@/components/select.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { useHasModel } from '@/domain/workspace/ai-state.ts';
import { BuiltInNote } from '@/features/templates/built-in-note.tsx';
import type { TemplateErrors, TemplateForm } from '@/features/templates/form.ts';
import { templatesMessages, WEEKDAYS } from '@/features/templates/messages.ts';
import { PromptText } from '@/features/templates/prompt-text.tsx';
import { SAMPLE_NICHE } from '../../../shared/posts/template-sample.ts';

/** §9. */
const PROMPT_ROWS = 4;

const words = templatesMessages.form;

type TemplateFieldsProps = { form: TemplateForm; errors: TemplateErrors; onChange: (form: TemplateForm) => void };

/** The four fields of a template (§2). */
export function TemplateFields({ form, errors, onChange }: TemplateFieldsProps) {
  const hasModel = useHasModel();
  const isTyped = form.name.trim() !== '' || form.prompt_template.trim() !== '';
  return (
    <FieldGroup className="gap-5">
      <InputField
        label={words.name}
        error={errors.name}
        name="name"
        dir="auto"
        autoComplete="off"
        placeholder={words.namePlaceholder}
        value={form.name}
        onChange={(event) => onChange({ ...form, name: event.target.value })}
        aria-required="true"
      />
      <InputField
        label={words.description}
        dir="auto"
        autoComplete="off"
        placeholder={words.descriptionPlaceholder}
        value={form.description}
        onChange={(event) => onChange({ ...form, description: event.target.value })}
      />
      <FormField
        label={words.prompt}
        hint={words.promptHint}
        error={errors.prompt_template}
        after={
          <>
            <PromptPreview prompt={form.prompt_template} />
            <div role="status">
              {isTyped && hasModel === false ? (
                <BuiltInNote template={{ name: form.name, prompt: form.prompt_template }} className="mt-1" />
              ) : null}
            </div>
          </>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            name="prompt_template"
            rows={PROMPT_ROWS}
            dir="auto"
            placeholder={words.promptPlaceholder}
            value={form.prompt_template}
            onChange={(event) => onChange({ ...form, prompt_template: event.target.value })}
            aria-required="true"
          />
        )}
      </FormField>
      <DayField value={form.day_of_week} onChange={(day_of_week) => onChange({ ...form, day_of_week })} />
    </FieldGroup>
  );
}

/** A select's value cannot be empty. */
const NO_DAY = 'none';

type DayFieldProps = { value: number | null; onChange: (day: number | null) => void };

/** The weekday that a template is for, 0 = Sunday to 6 = Saturday, or null for no particular day. */
function DayField({ value, onChange }: DayFieldProps) {
  const { day, dayHint, noDay } = templatesMessages.form;
  return (
    <FormField label={day} hint={dayHint}>
      {(control) => (
        <Select
          {...control}
          value={value === null ? NO_DAY : String(value)}
          onChoose={(chosen) => onChange(chosen === NO_DAY ? null : Number(chosen))}
          options={[
            { value: NO_DAY, label: noDay },
            ...WEEKDAYS.map((weekday, index) => ({ value: String(index), label: weekday })),
          ]}
        />
      )}
    </FormField>
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
