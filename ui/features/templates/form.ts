import { fieldErrors } from '@/features/templates/messages.ts';
import { TEMPLATE_NAME_MAX, TEMPLATE_PROMPT_MAX } from '../../../shared/posts/template-sample.ts';
import type { ContentStyleTemplatesRow } from '../../../shared/workspace/database.ts';

/** A template's editable fields (§3). `day_of_week` is 0 = Sunday to 6 = Saturday, or null for no particular day. */
export type TemplateForm = Pick<ContentStyleTemplatesRow, 'name' | 'description' | 'prompt_template' | 'day_of_week'>;

export type TemplateErrors = Partial<Record<'name' | 'prompt_template', string>>;

export const EMPTY_FORM: TemplateForm = { name: '', description: '', prompt_template: '', day_of_week: null };

/** The form's values of a row. */
export function formOf({ name, description, prompt_template, day_of_week }: TemplateForm): TemplateForm {
  return { name, description, prompt_template, day_of_week };
}

/** The form as it is stored, with trimmed texts. */
export function trimmed({ name, description, prompt_template, day_of_week }: TemplateForm): TemplateForm {
  return { name: name.trim(), description: description.trim(), prompt_template: prompt_template.trim(), day_of_week };
}

/** §5: name and prompt_template are required; otherwise the "Validation Error" notification. */
export function isIncomplete({ name, prompt_template }: TemplateForm): boolean {
  return name.trim() === '' || prompt_template.trim() === '';
}

export function templateErrors(form: TemplateForm): TemplateErrors {
  const { name, prompt_template } = trimmed(form);
  const nameError = problem(name, TEMPLATE_NAME_MAX, fieldErrors.name, fieldErrors.nameTooLong);
  const promptError = problem(prompt_template, TEMPLATE_PROMPT_MAX, fieldErrors.prompt, fieldErrors.promptTooLong);
  return { ...(nameError && { name: nameError }), ...(promptError && { prompt_template: promptError }) };
}

function problem(text: string, max: number, missing: string, tooLong: string): string | undefined {
  if (text === '') return missing;
  return [...text].length > max ? tooLong : undefined;
}
