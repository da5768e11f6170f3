import { useId, useState } from 'react';
import { Field, FieldDescription, FieldError, FieldLabel, FormField } from '@/components/field.tsx';
import { Input, Textarea } from '@/components/input.tsx';
import { Select } from '@/components/select.tsx';
import { Switch } from '@/components/switch.tsx';
import { type Inherited, inheritedOf, withValue } from '@/domain/publishing/options/inherited.ts';
import { optionMessages as words } from '@/domain/publishing/options/messages.ts';
import { typedValue, valueText } from '../../../../shared/platforms/option-values.ts';
import type { OptionValue, OptionValues, PlatformOption } from '../../../../shared/platforms/options.ts';

type OptionFieldsProps = {
  fields: readonly PlatformOption[];
  values: OptionValues;
  /** The default values of the accounts that the post goes to. */
  defaults: readonly OptionValues[];
  /** Mistakes by field. */
  mistakes: ReadonlyMap<string, string>;
  isFixed?: boolean;
  onChange: (values: OptionValues) => void;
};

/**
 * The controls of a platform's options. They show the values that apply; one that is changed back to what applies
 * anyway is no longer a choice.
 */
export function OptionFields(props: OptionFieldsProps) {
  const { fields, values, defaults, mistakes, isFixed = false, onChange } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 sm:grid-cols-2">
      {fields.map((option) => {
        const inherited = inheritedOf(option, defaults);
        return (
          <div key={option.name} className={isWide(option) ? 'sm:col-span-2' : undefined}>
            <OptionField
              option={option}
              value={values[option.name]}
              inherited={inherited}
              mistake={mistakes.get(option.name)}
              isFixed={isFixed}
              onChange={(value) => onChange(withValue(values, option, value, inherited))}
            />
          </div>
        );
      })}
    </div>
  );
}

function isWide(option: PlatformOption): boolean {
  return option.kind === 'list' || (option.kind === 'text' && (option.isLong === true || option.maxLength > 60));
}

type OptionFieldProps = {
  option: PlatformOption;
  value: OptionValue | undefined;
  inherited: Inherited;
  mistake: string | undefined;
  isFixed: boolean;
  onChange: (value: OptionValue | undefined) => void;
};

function OptionField({ option, value, inherited, mistake, isFixed, onChange }: OptionFieldProps) {
  const { label, unavailable } = option;
  const hint = hintOf(option, inherited.differs === true && value === undefined);
  const isOff = isFixed || unavailable !== undefined;
  const shown = unavailable ? undefined : (value ?? inherited.value);
  if (option.kind === 'switch')
    return <SwitchField {...{ label, hint, mistake, onChange }} isFixed={isOff} isOn={shown === true} />;
  return (
    <FormField label={label} hint={hint} error={mistake}>
      {(control) => {
        if (option.kind === 'choice')
          return <ChoiceControl {...{ option, value, inherited, onChange }} isFixed={isOff} control={control} />;
        if (option.kind === 'list')
          return <ListControl {...{ option, onChange }} isFixed={isOff} list={shown} control={control} />;
        const text = {
          ...control,
          value: typeof shown === 'string' ? shown : '',
          placeholder: option.placeholder,
          readOnly: isFixed,
          disabled: unavailable !== undefined,
          dir: 'auto',
        };
        return option.isLong ? (
          <Textarea
            rows={3}
            className="max-h-60 [field-sizing:content]"
            {...text}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <>
            <Input
              {...text}
              list={option.offers && `${control.id}-offers`}
              onChange={(event) => onChange(event.target.value)}
            />
            {option.offers ? (
              <datalist id={`${control.id}-offers`}>
                {option.offers.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            ) : null}
          </>
        );
      }}
    </FormField>
  );
}

/**
 * The field's help text, with the choices that the post's accounts do not allow, and a note if their defaults differ.
 */
function hintOf(option: PlatformOption, differs: boolean): string | undefined {
  const { help, note, unavailable } = option;
  const refused = option.kind === 'choice' && !unavailable ? option.choices.filter((choice) => choice.unavailable) : [];
  const reasons = new Set(refused.map((choice) => choice.unavailable ?? ''));
  const parts = [
    help ?? (option.kind === 'list' ? words.list(option.max, option.itemLength) : undefined),
    note,
    unavailable && words.unavailable(unavailable),
    ...[...reasons].map((reason) =>
      words.refused(
        refused.flatMap((choice) => (choice.unavailable === reason ? [choice.label] : [])),
        reason,
      ),
    ),
    differs ? words.differsHint : undefined,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

type SwitchFieldProps = {
  label: string;
  hint: string | undefined;
  mistake: string | undefined;
  isOn: boolean;
  isFixed: boolean;
  onChange: (isOn: boolean) => void;
};

function SwitchField({ label, hint, mistake, isOn, isFixed, onChange }: SwitchFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, mistake && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Field orientation="horizontal" className="gap-4">
      <div className="flex min-w-0 flex-col gap-1">
        <FieldLabel htmlFor={id}>{label}</FieldLabel>
        {hint ? <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription> : null}
        <FieldError id={`${id}-error`}>{mistake}</FieldError>
      </div>
      <Switch
        id={id}
        checked={isOn}
        disabled={isFixed}
        aria-describedby={described || undefined}
        onCheckedChange={onChange}
      />
    </Field>
  );
}

type Control = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
type Kind<K extends PlatformOption['kind']> = Extract<PlatformOption, { kind: K }>;

/** The value of "no choice": option values are not empty, and none starts with a space. */
const NONE = ' ';

type ChoiceControlProps = Pick<OptionFieldProps, 'value' | 'inherited' | 'isFixed' | 'onChange'> & {
  option: Kind<'choice'>;
  control: Control;
};

function ChoiceControl({ option, value, inherited, isFixed, onChange, control }: ChoiceControlProps) {
  const unset = inherited.differs ? words.differs : ((option.isRequired ? undefined : option.unset) ?? words.choose);
  const choices = option.choices.map((choice) => ({ ...choice, isDisabled: choice.unavailable !== undefined }));
  const options = inherited.value === undefined ? [{ value: NONE, label: unset }, ...choices] : choices;
  const shown = value ?? inherited.value;
  const known = typeof shown === 'string' && option.choices.some((choice) => choice.value === shown);
  return (
    <Select
      {...control}
      value={known ? shown : NONE}
      options={known || inherited.value === undefined ? options : [{ value: NONE, label: words.choose }, ...options]}
      disabled={isFixed}
      onChoose={(next) => onChange(next === NONE ? undefined : next)}
    />
  );
}

type ListControlProps = {
  option: Kind<'list'>;
  list: OptionValue | undefined;
  isFixed: boolean;
  onChange: (value: OptionValue) => void;
  control: Control;
};

/** Entries on one line. The typed text is kept as it is, including a trailing comma. */
function ListControl({ option, list, isFixed, onChange, control }: ListControlProps) {
  const stored = list === undefined ? '' : valueText(list);
  const [typed, setTyped] = useState(stored);
  const isTyped = valueText(typedValue(option, typed)) === stored;
  return (
    <Input
      {...control}
      value={isTyped ? typed : stored}
      placeholder={option.placeholder}
      readOnly={isFixed}
      dir="auto"
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(typedValue(option, target.value));
      }}
    />
  );
}
