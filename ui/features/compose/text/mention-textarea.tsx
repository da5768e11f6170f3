import { Popover } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Textarea } from '@/components/input.tsx';
import { caretBox } from '@/features/compose/text/caret-box.ts';
import { insertText } from '@/features/compose/text/insert-text.ts';
import { type Mention, mentionAt, type PeopleSource, useFoundPeople } from '@/features/compose/text/people.ts';
import { optionsOf, PeopleList } from '@/features/compose/text/people-list.tsx';

type MentionTextareaProps = ComponentProps<'textarea'> & { people: readonly PeopleSource[] };

/**
 * A text field that suggests people once @ and the beginning of a name are typed. The focus stays in the text: the
 * arrow keys move through the list, Enter and Tab choose, Escape closes it.
 */
export function MentionTextarea({ people: sources, onChange, onKeyDown, ...props }: MentionTextareaProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const start = useRef(0);
  const anchor = useRef({ getBoundingClientRect: () => caretBox(field.current, start.current) });
  const [mention, setMention] = useState<Mention | null>(null);
  /** The index of the @ whose list was closed; it stays closed for that @. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const isOpen = mention !== null && mention.start !== closedAt && sources.length > 0;
  const found = useFoundPeople(sources, isOpen ? mention.query : null);
  const options = isOpen ? optionsOf(found) : [];
  const place = Math.min(marked, options.length - 1);
  const active = options[place];

  function look() {
    const { current } = field;
    if (!current || sources.length === 0) return;
    const isRange = current.selectionStart !== current.selectionEnd;
    const next = isRange ? null : mentionAt(current.value, current.selectionStart);
    if (next?.start === mention?.start && next?.query === mention?.query) return;
    start.current = next?.start ?? 0;
    setMention(next);
    setMarked(0);
    if (next?.start !== closedAt) setClosedAt(null);
  }

  function close() {
    setClosedAt(mention?.start ?? null);
  }

  function choose(handle: string) {
    const { current } = field;
    if (!current || !mention) return;
    const end = current.selectionEnd;
    current.setSelectionRange(mention.start, end);
    const isApart = /^[\s.,;:!?)]/.test(current.value.slice(end));
    insertText(current, isApart ? `@${handle}` : `@${handle} `);
    setMention(null);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing);
    if (!isOpen || !isPlain) return onKeyDown?.(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (step && (active || found.some(({ isPending }) => isPending))) {
      // Keeps the cursor in the name, also while results are loading.
      event.preventDefault();
      if (active) setMarked((place + step + options.length) % options.length);
    } else if (active && !event.shiftKey && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      choose(active.person.handle);
    } else onKeyDown?.(event);
  }

  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor virtualRef={anchor} />
      <Textarea
        {...props}
        ref={field}
        aria-autocomplete={sources.length > 0 ? 'list' : undefined}
        aria-haspopup={sources.length > 0 ? 'listbox' : undefined}
        aria-controls={active ? id : undefined}
        aria-activedescendant={active ? `${id}-${place}` : undefined}
        onChange={(event) => {
          onChange?.(event);
          look();
        }}
        onSelect={look}
        onKeyDown={press}
        onBlur={() => setMention(null)}
      />
      <Popover.Portal>
        <Popover.Content
          role="presentation"
          align="start"
          side="bottom"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 w-80 max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float data-[state=open]:animate-appear"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
        >
          <PeopleList id={id} found={found} marked={place} onMark={setMarked} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
