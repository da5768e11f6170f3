import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useId } from 'react';
import { Field, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { composeMessages } from '@/features/compose/messages.ts';
import { usedHashtagsQuery } from '@/features/compose/queries.ts';
import { GroupsMenu } from '@/features/compose/text/hashtag-groups/groups-menu.tsx';
import { useSupabase } from '@/lib/supabase.ts';
import { parseHashtags } from '../../../../shared/posts/composing.ts';

const words = composeMessages.hashtags;
/** Maximum suggestions, without those the post already has. */
const OFFERED = 8;

type HashtagFieldProps = { value: string; disabled: boolean; onChange: (next: string) => void };

/** A text's hashtags, with suggestions from previously used ones. */
export function HashtagField({ value, disabled, onChange }: HashtagFieldProps) {
  const id = useId();
  const supabase = useSupabase();
  const begun =
    /[^\s,;]*$/u
      .exec(value)?.[0]
      .replace(/^[#＃]+/u, '')
      .toLowerCase() ?? '';
  const asked = useDeferredValue(begun);
  const { data } = useQuery(usedHashtagsQuery(supabase, asked));
  const has = new Set(parseHashtags(value).map((tag) => tag.toLowerCase()));
  const offered = (data ?? []).map(({ hashtag }) => hashtag).filter((tag) => !has.has(tag.toLowerCase()));

  function add(tag: string) {
    // A suggestion replaces the hashtag being typed.
    const start = begun && tag.toLowerCase().startsWith(`#${begun}`) ? value.replace(/[^\s,;]*$/u, '') : value;
    onChange(`${[start.trim(), tag].filter(Boolean).join(' ')} `);
    document.getElementById(id)?.focus();
  }

  return (
    <Field>
      <div className="flex min-h-8 items-center justify-between gap-2">
        <FieldLabel htmlFor={id}>{words.label}</FieldLabel>
        <GroupsMenu
          hashtags={parseHashtags(value)}
          disabled={disabled}
          onInsert={(tags) => onChange(`${parseHashtags([value, ...tags].join(' ')).join(' ')} `)}
        />
      </div>
      <Input
        id={id}
        dir="auto"
        autoComplete="off"
        placeholder={words.placeholder}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      {offered.length > 0 && !disabled ? (
        <fieldset aria-label={words.suggestions} className="flex flex-wrap items-center gap-1.5">
          {offered.slice(0, OFFERED).map((tag) => (
            <button
              key={tag}
              type="button"
              aria-label={words.add(tag)}
              onClick={() => add(tag)}
              className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border border-dashed px-2.5 text-[0.8125rem] text-muted-foreground transition-colors duration-150 hover:border-solid hover:bg-accent hover:text-foreground pointer-coarse:min-h-11"
            >
              <Plus className="size-3" aria-hidden="true" />
              <bdi className="truncate">{tag}</bdi>
            </button>
          ))}
        </fieldset>
      ) : null}
    </Field>
  );
}
