import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { InputField, TextareaField } from '@/components/text-fields.tsx';
import { kindOf, type MediaFile } from '@/features/media/media-file.ts';
import { detailMessages as words } from '@/features/media/messages.ts';
import { useSaveDetails } from '@/features/media/use-file-actions.ts';
import {
  MEDIA_ALT_MAX,
  MEDIA_NAME_MAX,
  type MediaDetails,
  mediaDetailsSchema,
  readTags,
} from '../../../shared/posts/media-library.ts';

/** A file's name, tags and alt text, saved on blur and on Enter. Use the file's id as its key. */
export function DetailsForm({ file }: { file: MediaFile }) {
  const saving = useSaveDetails(file);
  const [typed, setTyped] = useState({ name: file.name ?? '', tags: file.tags.join(', '), alt: file.alt });
  const [saved, setSaved] = useState<MediaDetails>({ name: file.name, tags: file.tags, alt: file.alt });
  const isNamed = saved.name !== null;
  const name = typed.name.trim();
  const entered = { name: name === '' ? null : name, tags: readTags(typed.tags), alt: typed.alt };
  const details = mediaDetailsSchema.safeParse(entered).data;
  const problems = {
    name: isNamed && name === '' ? words.noName : null,
    tags: mediaDetailsSchema.shape.tags.safeParse(entered.tags).success ? null : words.badTags,
  };

  function save(event?: FormEvent) {
    event?.preventDefault();
    if (!details || problems.name || problems.tags || isSame(details, saved)) return;
    const before = saved;
    setSaved(details);
    saving.mutate(details, { onError: () => setSaved(before) });
  }

  // Saves on unmounting, because Escape and the arrow keys cause no blur.
  const saveLast = useEffectEvent(() => save());
  useEffect(() => () => saveLast(), []);

  const set = (field: keyof typeof typed) => (value: string) => setTyped((now) => ({ ...now, [field]: value }));
  return (
    <form onSubmit={save} onBlur={() => save()} className="relative flex flex-col gap-4" aria-label={words.label}>
      <InputField
        label={words.name}
        error={problems.name}
        dir="auto"
        autoComplete="off"
        maxLength={MEDIA_NAME_MAX}
        value={typed.name}
        onChange={({ target }) => set('name')(target.value)}
      />
      <InputField
        label={words.tags}
        hint={words.tagsHint}
        error={problems.tags}
        dir="auto"
        autoComplete="off"
        value={typed.tags}
        onChange={({ target }) => set('tags')(target.value)}
      />
      <TextareaField
        label={words.alt}
        hint={words.altHint[kindOf(file)]}
        dir="auto"
        rows={3}
        maxLength={MEDIA_ALT_MAX}
        value={typed.alt}
        onChange={({ target }) => set('alt')(target.value)}
      />
      <p role="status" className="absolute top-0 right-0 text-[0.8125rem] text-muted-foreground">
        {saving.isPending ? words.saving : saving.isSuccess ? words.saved : ''}
      </p>
    </form>
  );
}

function isSame(one: MediaDetails, other: MediaDetails): boolean {
  return one.name === other.name && one.alt === other.alt && one.tags.join() === other.tags.join();
}
