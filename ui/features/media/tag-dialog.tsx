import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Checkbox } from '@/components/checkbox.tsx';
import { FieldLabel, FieldLegend, FieldSet, FormField } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Question } from '@/components/question.tsx';
import type { MediaFile } from '@/features/media/media-file.ts';
import { mediaTagsQuery } from '@/features/media/media-queries.ts';
import { detailMessages, tagMessages as words } from '@/features/media/messages.ts';
import { useTagFiles } from '@/features/media/use-file-actions.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { mediaTagsSchema, readTags } from '../../../shared/posts/media-library.ts';

/** Adds tags to several files, and removes existing ones. */
export function TagDialog({ files, onClose }: { files: readonly MediaFile[]; onClose: () => void }) {
  const id = useId();
  const tagging = useTagFiles(
    files.map(({ path }) => path),
    onClose,
  );
  const known = useQuery(mediaTagsQuery(useSupabase())).data ?? [];
  const present = [...new Set(files.flatMap(({ tags }) => tags))].sort();
  const [typed, setTyped] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const add = readTags(typed);
  const isValid = mediaTagsSchema.safeParse(add).success;
  const isReady = isValid && add.length + removed.length > 0 && !tagging.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) tagging.mutate({ add, remove: removed.filter((tag) => !add.includes(tag)) });
  }

  return (
    <Question
      title={words.title(files.length)}
      description={words.description}
      onClose={onClose}
      answers={
        <>
          <Button variant="outline" className="pointer-coarse:h-11" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form={id} className="pointer-coarse:h-11" aria-disabled={!isReady}>
            {tagging.isPending ? words.saving : words.save}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-5">
        <FormField
          label={words.add}
          hint={detailMessages.tagsHint}
          error={isValid ? null : detailMessages.badTags}
          after={<Suggestions tags={known.map(({ tag }) => tag).filter((tag) => !add.includes(tag))} onPick={pick} />}
        >
          {(control) => (
            <Input
              {...control}
              dir="auto"
              autoFocus
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </FormField>
        {present.length > 0 ? (
          <FieldSet>
            <FieldLegend>{words.remove}</FieldLegend>
            {present.map((tag) => (
              <FieldLabel key={tag} className="flex min-h-8 items-center gap-2 font-normal pointer-coarse:min-h-11">
                <Checkbox
                  checked={removed.includes(tag)}
                  onCheckedChange={(checked) =>
                    setRemoved(checked === true ? [...removed, tag] : removed.filter((other) => other !== tag))
                  }
                />
                <span dir="auto">{tag}</span>
              </FieldLabel>
            ))}
          </FieldSet>
        ) : null}
      </form>
    </Question>
  );

  function pick(tag: string) {
    setTyped([...add, tag].join(', '));
  }
}

const MOST_SUGGESTIONS = 8;

function Suggestions({ tags, onPick }: { tags: readonly string[]; onPick: (tag: string) => void }) {
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={words.suggestions}>
      {tags.slice(0, MOST_SUGGESTIONS).map((tag) => (
        <li key={tag}>
          <Button type="button" variant="outline" size="sm" className="pointer-coarse:h-11" onClick={() => onPick(tag)}>
            {tag}
          </Button>
        </li>
      ))}
    </ul>
  );
}
