import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Button } from '@/components/button.tsx';
import { FormField } from '@/components/field.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Input } from '@/components/input.tsx';
import type { ProjectForm } from '@/features/create/form.ts';
import { createMessages as words } from '@/features/create/messages.ts';
import { TextField } from '@/features/create/project-fields.tsx';
import { SOURCES_MAX } from '../../../shared/posts/content-project.ts';

const REQUIRED = 2;

/** The two required sources, and further ones as they are added. */
export function SourceFields() {
  const { field } = useController<ProjectForm, 'extra_sources'>({ name: 'extra_sources' });
  const { errors } = useFormContext<ProjectForm>().formState;
  const list = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<number | null>(null);
  const urls = field.value;

  useEffect(() => {
    const at = focusNext.current;
    focusNext.current = null;
    if (at === null) return;
    const input = list.current?.querySelectorAll('input')[REQUIRED + Math.min(at, urls.length - 1)];
    (urls.length > 0 ? input : add.current)?.focus();
  }, [urls]);

  function change(next: string[], focus: number) {
    focusNext.current = focus;
    field.onChange(next);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <div
        ref={list}
        className="grid w-full grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] items-start gap-6"
      >
        <TextField name="source_url_1" type="url" label={words.sourceUrl1} placeholder={words.sourceUrlPlaceholder} />
        <TextField name="source_url_2" type="url" label={words.sourceUrl2} placeholder={words.sourceUrlPlaceholder} />
        {urls.map((url, index) => (
          <FormField
            // biome-ignore lint/suspicious/noArrayIndexKey: the addresses have nothing but their place.
            key={index}
            label={words.extraSource(REQUIRED + index + 1)}
            error={errors.extra_sources?.[index]?.message}
          >
            {(control) => (
              <div className="flex gap-1.5">
                <Input
                  {...control}
                  ref={index === 0 ? field.ref : undefined}
                  type="url"
                  dir="auto"
                  autoComplete="off"
                  placeholder={words.sourceUrlPlaceholder}
                  value={url}
                  onBlur={field.onBlur}
                  onChange={(event) => field.onChange(urls.with(index, event.target.value))}
                />
                <IconButton
                  icon={X}
                  size="icon"
                  className="self-center"
                  label={words.removeSource(REQUIRED + index + 1)}
                  onClick={() => change(urls.toSpliced(index, 1), index)}
                />
              </div>
            )}
          </FormField>
        ))}
      </div>
      {urls.length < SOURCES_MAX - REQUIRED ? (
        <Button
          ref={add}
          variant="ghost"
          size="sm"
          className="-ml-3"
          onClick={() => change([...urls, ''], urls.length)}
        >
          <Plus aria-hidden="true" />
          {words.addSource}
        </Button>
      ) : null}
    </div>
  );
}
