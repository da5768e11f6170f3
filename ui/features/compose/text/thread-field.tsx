import { ArrowDown, ArrowUp, GripVertical, Plus, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { toast } from '@/components/toast.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import type { TextRules } from '@/features/compose/destinations/chosen.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { MentionTextarea } from '@/features/compose/text/mention-textarea.tsx';
import type { PeopleSource } from '@/features/compose/text/people.ts';
import { cn } from '@/lib/class-names.ts';
import { drag } from '@/lib/drag.ts';
import { withLinkTags } from '../../../../shared/posts/link-tags.ts';
import { fittedTo, joinCaption, textLength } from '../../../../shared/posts/platform-limits.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { THREAD_PARTS_MAX } from '../../../../shared/posts/thread.ts';
import { joinParts, writtenParts } from '../../../../shared/posts/thread-parts.ts';
import { threadOf } from '../../../../shared/publishing/post-parts.ts';

const words = composeMessages.text;

type ThreadFieldProps = {
  id: string;
  label: string;
  caption: string;
  hashtags: string[];
  /** The platforms that publish the text as a thread; if empty, it is a single post. */
  threads: readonly TextRules[];
  /** It is also sent to platforms without threads. */
  isSharedBeyond: boolean;
  /** The accounts that are used to search for people to mention. */
  people: readonly PeopleSource[];
  isFixed: boolean;
  onChange: (change: (caption: string) => string) => void;
  onFocus: (field: HTMLTextAreaElement) => void;
};

/** The text, or the posts of a thread: written one by one, moved with a handle, buttons or Alt and the arrow keys. */
export function ThreadField(props: ThreadFieldProps) {
  const { id, label, caption, threads, isSharedBeyond, people, isFixed, onChange, onFocus } = props;
  const parts = writtenParts(caption);
  const list = useRef<HTMLOListElement>(null);
  const endDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => endDrag.current?.(), []);
  const [said, say] = useState('');

  const edit = (change: (parts: string[]) => string[]) => onChange((now) => joinParts(change(writtenParts(now))));

  /** Focuses a post once the list has re-rendered. */
  function focus(place: number) {
    requestAnimationFrame(() => list.current?.querySelectorAll('textarea')[place]?.focus());
  }

  function add() {
    edit((now) => [...now, '']);
    focus(parts.length);
  }

  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= parts.length) return;
    edit((now) => now.toSpliced(from, 1).toSpliced(to, 0, now[from] ?? ''));
    say(words.partMoved(to + 1, parts.length));
    focus(to);
  }

  function remove(place: number) {
    const part = parts[place] ?? '';
    edit((now) => now.toSpliced(place, 1));
    focus(Math.max(0, place - 1));
    if (part.trim() === '') return;
    toast({
      title: words.partRemoved,
      action: { label: words.undo, onClick: () => edit((now) => now.toSpliced(place, 0, part)) },
    });
  }

  function lift({ currentTarget, nativeEvent }: PointerEvent, from: number) {
    const item = currentTarget.closest('li');
    if (!item || nativeEvent.button !== 0) return;
    endDrag.current?.();
    endDrag.current = drag(item, nativeEvent, ({ dataset }) => move(from, Number(dataset.drop)));
  }

  function moveByKey(event: KeyboardEvent, place: number) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0 || parts.length < 2) return;
    event.preventDefault();
    move(place, place + step);
  }

  const field = (part: string, place: number) => ({
    people: isFixed ? [] : people,
    dir: 'auto',
    readOnly: isFixed,
    className: 'max-h-[60dvh] resize-y text-[0.9375rem] leading-relaxed [field-sizing:content] sm:text-[0.9375rem]',
    value: part,
    onFocus: (event: FocusEvent<HTMLTextAreaElement>) => onFocus(event.target),
    onChange: (event: { target: HTMLTextAreaElement }) => {
      const typed = event.target.value;
      edit((now) => now.with(place, typed));
    },
  });

  const [only = ''] = parts;
  return (
    <>
      <span role="status" className="sr-only">
        {said}
      </span>
      <ol ref={list} className="flex flex-col gap-3">
        {parts.length === 1 ? (
          <li>
            <MentionTextarea
              {...field(only, 0)}
              id={`${id}-text`}
              aria-label={label}
              rows={7}
              placeholder={words.placeholder}
              className={cn(field(only, 0).className, 'min-h-44')}
            />
          </li>
        ) : (
          parts.map((part, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: posts of a thread have nothing else that tells them apart.
              key={place}
              data-drop={place}
              className="rounded-md border bg-background data-lifted:opacity-50 data-over:border-primary data-over:ring-2 data-over:ring-primary"
            >
              <div className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-2">
                <span
                  className={cn(
                    'flex items-center gap-1.5 text-xs font-medium text-muted-foreground tabular-nums',
                    !isFixed && 'cursor-grab touch-none',
                  )}
                  onPointerDown={(event) => isFixed || lift(event, place)}
                >
                  {isFixed ? null : <GripVertical className="size-3.5" aria-hidden="true" />}
                  {words.partName(place + 1, parts.length)}
                </span>
                {isFixed ? null : (
                  <span className="flex items-center">
                    <IconButton
                      icon={ArrowUp}
                      disabled={place === 0}
                      label={words.partUp(place + 1)}
                      onClick={() => move(place, place - 1)}
                    />
                    <IconButton
                      icon={ArrowDown}
                      disabled={place === parts.length - 1}
                      label={words.partDown(place + 1)}
                      onClick={() => move(place, place + 1)}
                    />
                    <IconButton icon={X} label={words.partRemove(place + 1)} onClick={() => remove(place)} />
                  </span>
                )}
              </div>
              <MentionTextarea
                {...field(part, place)}
                id={`${id}-text${place === 0 ? '' : `-${place}`}`}
                aria-label={`${label}, ${words.partName(place + 1, parts.length).toLowerCase()}`}
                rows={3}
                placeholder={place === 0 ? words.placeholder : words.partPlaceholder}
                className={cn(field(part, place).className, 'min-h-20 rounded-none border-0')}
                onKeyDown={(event) => moveByKey(event, place)}
              />
              <PartCounts {...props} part={part} isLast={place === parts.length - 1} />
            </li>
          ))
        )}
      </ol>
      {!isFixed && threads.length > 0 && parts.length < THREAD_PARTS_MAX && caption.trim() !== '' ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="outline" size="sm" onClick={add}>
            <Plus aria-hidden="true" />
            {words.addPart}
          </Button>
          {parts.length > 1 && isSharedBeyond ? (
            <span className="text-[0.8125rem] text-muted-foreground">{words.partsElsewhere}</span>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

type PartCountsProps = Pick<ThreadFieldProps, 'threads' | 'hashtags'> & { part: string; isLast: boolean };

/** The length of a thread's post on each platform. The last post carries the hashtags. */
function PartCounts({ threads, hashtags, part, isLast }: PartCountsProps) {
  if (threads.length === 0) return null;
  return (
    <ul className="flex flex-wrap justify-end gap-x-3 px-2.5 pb-1.5 text-xs text-muted-foreground tabular-nums">
      {threads.map(({ platform, tagging, limits }) => {
        const { hashtags: taken } = fittedTo(platform, { caption: '', hashtags });
        const sent = withLinkTags(part, tagging);
        const text = isLast ? joinCaption(sent, taken) : sent;
        const posts = threadOf(text, platform, limits).parts.length;
        const count = words.count(textLength(text, platform), limits.textLength);
        return (
          <li
            key={platform}
            className={cn('inline-flex items-center gap-1.5', posts > 1 && 'font-medium text-warning')}
            title={platformLabel(platform)}
          >
            <PlatformMark platform={platform} className="size-3.5" />
            <span className="sr-only">{platformLabel(platform)}</span>
            {posts > 1 ? words.countOfThread(count, posts) : count}
          </li>
        );
      })}
    </ul>
  );
}
