import type { ComponentProps } from 'react';
import { FormField } from '@/components/field.tsx';
import { Input, Textarea } from '@/components/input.tsx';

type Labelled = Pick<ComponentProps<typeof FormField>, 'label' | 'hint' | 'error' | 'after'>;

/** A one-line text field with its label, hint and error. */
export function InputField({ label, hint, error, after, ...input }: Labelled & ComponentProps<typeof Input>) {
  return <FormField {...{ label, hint, error, after }}>{(control) => <Input {...control} {...input} />}</FormField>;
}

/** A multi-line text field with its label, hint and error. */
export function TextareaField({ label, hint, error, after, ...text }: Labelled & ComponentProps<typeof Textarea>) {
  return <FormField {...{ label, hint, error, after }}>{(control) => <Textarea {...control} {...text} />}</FormField>;
}
