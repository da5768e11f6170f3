import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { OptionFields } from '@/domain/publishing/options/option-fields.tsx';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { mistakeOf, offeredFields, valueText } from '../../../shared/platforms/option-values.ts';
import type { OptionValues, PlatformOption, PostKind } from '../../../shared/platforms/options.ts';
import { optionsOf, type PostOptions } from '../../../shared/posts/platform-options.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../shared/posts/platforms.ts';

export type TextOptionsFieldsProps = {
  /** The name of the text that the options belong to: "Text 2". */
  name: string;
  post: { platforms: readonly Platform[]; kind: PostKind };
  options: PostOptions;
  onChange: (options: PostOptions) => void;
};

/** The options of one text of a series, such as its title; collapsed at first. */
export function TextOptionsFields({ name, post, options, onChange }: TextOptionsFieldsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const parts = PLATFORM_IDS.filter((platform) => post.platforms.includes(platform)).flatMap((platform) => {
    const fields = fieldsOf(platform, options[platform] ?? {}, post.kind);
    return fields.length > 0 ? [{ platform, fields }] : [];
  });
  if (parts.length === 0) return null;
  const chosen = parts.flatMap(({ platform, fields }) =>
    fields.flatMap((field) => {
      const value = options[platform]?.[field.name];
      return value === undefined ? [] : [`${field.label}: ${valueText(value)}`];
    }),
  );
  const summary = parts.map(({ platform, fields }) => words.textOptions(platformLabel(platform), labelsOf(fields)));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="flex min-h-8 w-fit max-w-full min-w-0 items-center gap-1.5 rounded-sm text-left text-[0.8125rem] text-muted-foreground hover:text-foreground pointer-coarse:min-h-11"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown className={cn('size-4 shrink-0', isOpen && 'rotate-180')} aria-hidden="true" />
        <span className="sr-only">{name}: </span>
        <span className="min-w-0 truncate">{(chosen.length > 0 ? chosen : summary).join(' · ')}</span>
      </button>
      {isOpen ? (
        <div id={id} className="flex flex-col gap-5 border-l-2 pl-3">
          {parts.map(({ platform, fields }) => {
            const values = options[platform] ?? {};
            return (
              <fieldset key={platform} className="flex min-w-0 flex-col gap-3">
                <legend className="mb-3 flex items-center gap-2 text-[0.8125rem] font-medium">
                  <PlatformMark platform={platform} className="size-4" />
                  {platformLabel(platform)}
                </legend>
                <OptionFields
                  fields={fields}
                  values={values}
                  defaults={[]}
                  mistakes={mistakesOf(fields, values)}
                  onChange={(next) => {
                    const { [platform]: _, ...others } = options;
                    onChange(Object.keys(next).length > 0 ? { ...others, [platform]: next } : others);
                  }}
                />
              </fieldset>
            );
          })}
        </div>
      ) : null}
    </div>
  );
}

/** What is wrong with the options of a text; null if nothing. */
export function textOptionsMistake(options: PostOptions): string | null {
  for (const platform of PLATFORM_IDS) {
    const values = options[platform] ?? {};
    const [mistake] = mistakesOf(optionsOf(platform).fields, values).values();
    if (mistake) return `${platformLabel(platform)}: ${mistake}`;
  }
  return null;
}

function fieldsOf(platform: Platform, values: OptionValues, kind: PostKind): PlatformOption[] {
  return offeredFields(optionsOf(platform), values, kind).filter(({ isOfPost }) => isOfPost === 'text');
}

function mistakesOf(fields: readonly PlatformOption[], values: OptionValues): Map<string, string> {
  return new Map(
    fields.flatMap((field): [string, string][] => {
      const value = values[field.name];
      const mistake = value === undefined ? null : mistakeOf(field, value);
      return mistake ? [[field.name, mistake]] : [];
    }),
  );
}

function labelsOf(fields: readonly PlatformOption[]): string {
  return fields.map(({ label }) => label).join(', ');
}
