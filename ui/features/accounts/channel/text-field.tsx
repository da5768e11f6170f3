import { useId } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import { Field, FieldDescription, FieldLabel, FormField } from '@/components/field.tsx';
import { Select } from '@/components/select.tsx';
import { InputField } from '@/components/text-fields.tsx';

type TextFieldProps = {
  name?: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  error?: string | undefined;
  isSecret?: boolean | undefined;
  isOptional?: boolean | undefined;
  disabled?: boolean;
};

/** One field of a login. Secrets are masked, and not offered to the browser's password manager. */
export function TextField({ label, value, onChange, error, isSecret, isOptional, ...props }: TextFieldProps) {
  return (
    <InputField
      label={label}
      error={error}
      {...props}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      className="h-11 sm:h-10"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-required={!isOptional}
    />
  );
}

type ChoiceFieldProps = Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error'> & {
  options: readonly { value: string; label: string }[];
};

export function ChoiceField({ label, value, onChange, error, options }: ChoiceFieldProps) {
  return (
    <FormField label={label} error={error}>
      {(control) => (
        <Select {...control} className="h-11 sm:h-10" value={value} options={options} onChoose={onChange} />
      )}
    </FormField>
  );
}

type YesFieldProps = Pick<TextFieldProps, 'label' | 'value' | 'onChange'> & { hint: string };

/** A yes/no checkbox with a hint. */
export function YesField({ label, hint, value, onChange }: YesFieldProps) {
  const id = useId();
  return (
    <Field className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Checkbox
        id={id}
        className="mt-0.5"
        aria-describedby={`${id}-hint`}
        checked={value === 'yes'}
        onCheckedChange={(isChecked) => onChange(isChecked === true ? 'yes' : 'no')}
      />
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <FieldDescription id={`${id}-hint`} className="col-start-2 text-pretty [overflow-wrap:anywhere]">
        {hint}
      </FieldDescription>
    </Field>
  );
}
