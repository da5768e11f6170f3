import { labelOf } from '../platforms/option-values.ts';
import type { PlatformOption, PlatformOptions } from '../platforms/options.ts';
import type { ChannelLimits } from '../publishing/channel.ts';
import { optionsOf } from './platform-options.ts';
import { type Platform, platformLabel } from './platforms.ts';

/** A platform's options as available to a connected account. Those it lacks are included, with the reason. */
export function optionsOfAccount(platform: Platform, limits: ChannelLimits): PlatformOptions {
  const options = optionsOf(platform);
  const label = platformLabel(platform);
  const fields = options.fields.map((field) => limited(options.ofAccount?.(field, limits) ?? field, label, limits));
  return { ...options, fields };
}

function limited(field: PlatformOption, label: string, limits: ChannelLimits): PlatformOption {
  const { finishesInApp, disabledOptions, allowedValues, usualValues } = limits;
  const { name } = field;
  if (finishesInApp) return { ...field, unavailable: `you choose it in the ${label} app` };
  if (disabledOptions?.includes(name)) return { ...field, unavailable: `your ${label} account has it turned off` };
  if (field.kind !== 'choice') return withOffers(field, limits);
  const allowed = allowedValues?.[name];
  const usual = usualValues?.[name];
  return {
    ...field,
    ...(field.unset && usual !== undefined && { unset: `${field.unset}: ${labelOf(field, usual)}` }),
    ...(allowed && {
      choices: field.choices.map((choice) =>
        allowed.includes(choice.value)
          ? choice
          : { ...choice, unavailable: `your ${label} account does not allow it now` },
      ),
    }),
  };
}

/** A text option with the values that the account offers for it, such as its boards. */
export function withOffers(field: PlatformOption, limits: ChannelLimits | undefined): PlatformOption {
  const offers = limits?.offers?.[field.name];
  return field.kind === 'text' && offers ? { ...field, offers } : field;
}

/** An account that a post goes to, with its display name. */
export type OptionsAccount = { name: string; limits: ChannelLimits };

/**
 * The options of a post for several accounts of a platform. An option that none of them has is unavailable; one that
 * some of them lack has a note naming those. All accounts get the same value, so it must be one that each of them
 * allows.
 */
export function optionsOfAccounts(platform: Platform, accounts: readonly OptionsAccount[]): PlatformOptions {
  const options = optionsOf(platform);
  const lists = accounts.map(({ name, limits }) => ({ name, fields: optionsOfAccount(platform, limits).fields }));
  const fields = options.fields.map((field, index) =>
    together(
      field,
      lists.flatMap(({ name, fields: own }) => (own[index] ? [{ name, field: own[index] }] : [])),
    ),
  );
  return { ...options, fields };
}

function together(plain: PlatformOption, own: readonly { name: string; field: PlatformOption }[]): PlatformOption {
  const [first, ...others] = own;
  if (!first) return plain;
  if (others.length === 0) return first.field;
  const fields = own.map(({ field }) => field).filter(({ unavailable }) => !unavailable);
  const [one] = fields;
  if (!one) return first.field;
  const notes = own.flatMap(({ name, field }) => [
    ...(field.unavailable ? [`Not for ${name}: ${field.unavailable}.`] : []),
    ...(field.note ? [`${name}: ${field.note}`] : []),
  ]);
  const note = notes.length > 0 && { note: notes.join(' ') };
  if (one.kind === 'list') {
    const lists = fields.filter((field) => field.kind === 'list');
    const max = Math.min(...lists.map((list) => list.max));
    return { ...one, max, itemLength: Math.min(...lists.map(({ itemLength }) => itemLength)), ...note };
  }
  if (one.kind === 'text') {
    const offers = [...new Set(fields.flatMap((field) => (field.kind === 'text' ? (field.offers ?? []) : [])))];
    return { ...one, ...(offers.length > 0 && { offers }), ...note };
  }
  if (one.kind !== 'choice') return { ...one, ...note };
  const all = fields.filter((field) => field.kind === 'choice');
  const isSame = all.every(({ unset }) => unset === one.unset);
  const { unset } = isSame || plain.kind !== 'choice' ? one : plain;
  const choices = one.choices.map(
    (choice, at) => all.map(({ choices: of }) => of[at]).find((same) => same?.unavailable) ?? choice,
  );
  return { ...one, ...(unset !== undefined && { unset }), choices, ...note };
}
