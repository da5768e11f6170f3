import { defaultOf, isEmptyValue } from '../../../../shared/platforms/option-values.ts';
import type { OptionValue, OptionValues, PlatformOption } from '../../../../shared/platforms/options.ts';

/** The value that applies without a choice: undefined for none, `differs` if the accounts have different defaults. */
export type Inherited = { value: OptionValue | undefined; differs?: true };

/** The value that a post for accounts with these defaults has without a choice. */
export function inheritedOf(option: PlatformOption, defaults: readonly OptionValues[]): Inherited {
  const usual = defaultOf(option);
  const [first = usual, ...others] = option.isOfPost ? [] : defaults.map((of) => of[option.name] ?? usual);
  return others.every((one) => isSameValue(one, first)) ? { value: first } : { value: undefined, differs: true };
}

/** Returns the values with one changed; it is left out if it is what applies anyway. */
export function withValue(
  values: OptionValues,
  { name }: PlatformOption,
  value: OptionValue | undefined,
  inherited: Inherited,
): OptionValues {
  const { [name]: _, ...others } = values;
  const isUsual = !inherited.differs && (value === inherited.value || isSameValue(value, inherited.value));
  const isNothing = value === undefined || (isEmptyValue(value) && inherited.value === undefined && !inherited.differs);
  return isUsual || isNothing ? others : { ...others, [name]: value };
}

function isSameValue(one: OptionValue | undefined, other: OptionValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
