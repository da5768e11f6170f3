import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import type { ProjectForm } from '@/features/create/form.ts';

type TextFieldProps = {
  name: 'niche_name' | 'source_url_1' | 'source_url_2';
  label: string;
  placeholder: string;
  type?: 'text' | 'url';
};

/** A required line of text with its label and error. */
export function TextField({ name, label, placeholder, type = 'text' }: TextFieldProps) {
  const id = useId();
  const { register, formState } = useFormContext<ProjectForm>();
  const error = formState.errors[name]?.message;
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        type={type}
        dir="auto"
        autoComplete="off"
        placeholder={placeholder}
        aria-required="true"
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        {...register(name)}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  );
}
