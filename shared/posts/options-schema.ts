import { z } from 'zod';
import { mistakeOf, unknownOption } from '../platforms/option-values.ts';
import type { OptionValues, PlatformOption } from '../platforms/options.ts';
import { optionsOf, type PostOptions } from './platform-options.ts';
import { PLATFORM_IDS, type Platform, platformLabel, platformSchema } from './platforms.ts';
import { storableText } from './storable-text.ts';

/** The platforms that have options. */
export const PLATFORMS_WITH_OPTIONS: readonly Platform[] = PLATFORM_IDS.filter((id) => optionsOf(id).fields.length > 0);

/** Above every option's own limit, so that values that are too long can be stored until the user shortens them. */
export const OPTION_MAX_LENGTH = 20_000;
export const OPTION_MAX_ENTRIES = 500;
const NAMES_MAX = 50;

const anyText = storableText(OPTION_MAX_LENGTH);
/** Values of any platform's options by name. */
export const optionValuesSchema = z
  .record(z.string().max(100), z.union([z.boolean(), anyText, z.array(anyText).max(OPTION_MAX_ENTRIES)]))
  .refine((values) => Object.keys(values).length <= NAMES_MAX, `At most ${NAMES_MAX} options.`);

/** Options as stored, possibly by another version, or unfinished. */
export const storedOptionsSchema = z.partialRecord(platformSchema, optionValuesSchema);

/** The values of one platform's options: for a post, as an account's default, or for one text of a series. */
function valuesSchema(platform: Platform, of: 'post' | 'default' | 'text'): z.ZodType<OptionValues> {
  const options = optionsOf(platform);
  const fields = options.fields.filter((field) => isOf(field, of));
  const label = platformLabel(platform);
  return z
    .strictObject(Object.fromEntries(fields.map((field) => [field.name, valueSchema(field).optional()])), {
      error: (issue) => (issue.code === 'unrecognized_keys' ? unknown(issue.keys) : undefined),
    })
    .transform((values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );

  function unknown([name = '']: readonly string[]): string {
    const isKnown = options.fields.some((field) => field.name === name);
    if (!isKnown) return unknownOption({ fields }, label, name);
    return of === 'text'
      ? `"${name}" is the same for all texts: choose it for the post itself.`
      : `"${name}" differs from post to post: it has no default.`;
  }
}

function isOf({ isOfPost }: PlatformOption, of: 'post' | 'default' | 'text'): boolean {
  return of === 'post' || (of === 'text' ? isOfPost === 'text' : !isOfPost);
}

function valueSchema(option: PlatformOption): z.ZodType<string | boolean | string[]> {
  const { label, help } = option;
  const error = ({ input }: { input?: unknown }) => mistakeOf(option, input) ?? undefined;
  // Checks that JSON Schema cannot express.
  const whole = <T extends z.ZodType>(schema: T) =>
    schema.superRefine((value, context) => {
      const message = mistakeOf(option, value);
      if (message) context.addIssue({ code: 'custom', message });
    });
  const described = (schema: z.ZodType<string | boolean | string[]>) =>
    schema.describe(help ? `${label}. ${help}` : `${label}.`);
  switch (option.kind) {
    case 'switch':
      return described(z.boolean({ error }));
    case 'choice':
      return described(z.enum(option.choices.map(({ value }) => value) as [string, ...string[]], { error }));
    case 'text':
      return described(whole(storableText(option.maxLength, { error })));
    case 'list':
      return described(
        whole(z.array(storableText(option.itemLength, { error }), { error }).max(option.max, { error })),
      );
  }
}

/** A post's options by platform. An empty text or list means none, overriding the account's default. */
export const postOptionsSchema = ofPlatforms(PLATFORMS_WITH_OPTIONS, 'post');

/** The options that belong to one text of a series, by platform. */
export const textOptionsSchema = ofPlatforms(
  PLATFORM_IDS.filter((id) => optionsOf(id).fields.some((field) => isOf(field, 'text'))),
  'text',
);

function ofPlatforms(platforms: readonly Platform[], of: 'post' | 'text'): z.ZodType<PostOptions> {
  const shape = Object.fromEntries(platforms.map((platform) => [platform, valuesSchema(platform, of).optional()]));
  return z.strictObject(shape) as unknown as z.ZodType<PostOptions>;
}

/** The default values of the accounts of a platform. */
export function defaultsSchemaOf(platform: Platform): z.ZodType<OptionValues> {
  return valuesSchema(platform, 'default');
}
