import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { paletteMessages as words } from '@/app/shell/palette/palette-messages.ts';
import { type PaletteItem, usePaletteItems } from '@/app/shell/palette/use-palette-items.ts';
import { Dialog, DialogContent, DialogTitle } from '@/components/dialog.tsx';
import { cn } from '@/lib/class-names.ts';

type PaletteProps = { onClose: () => void; onGo: (path: string) => void };

/** Finds everything by name: commands, screens, accounts and posts. The arrow keys choose, Enter opens. */
export function Palette({ onClose, onGo }: PaletteProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  /** Enter was pressed before the search for posts finished. */
  const [isAwaited, setAwaited] = useState(false);
  const id = useId();
  const { items, isPending } = usePaletteItems(text);
  const active = Math.min(chosen, items.length - 1);
  const awaited = isAwaited ? items[active] : undefined;

  useEffect(() => {
    if (awaited && !awaited.isEarlier) onGo(awaited.path);
  }, [awaited, onGo]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setAwaited(false);
      const next = (active + step + items.length) % items.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setAwaited(true);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        data-palette=""
        aria-describedby={undefined}
        className="top-[12dvh] max-w-xl translate-y-0 grid-cols-[minmax(0,1fr)] gap-0 overflow-hidden p-0"
      >
        <DialogTitle className="sr-only">{words.title}</DialogTitle>
        <div className="flex items-center gap-3 border-b pr-14 pl-4">
          <Search className="size-4.5 shrink-0 text-muted-foreground" aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-label={words.label}
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
            placeholder={words.placeholder}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setChosen(0);
              setAwaited(false);
            }}
            onKeyDown={onKeyDown}
            className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground"
          />
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={words.title} className="max-h-[60dvh] overflow-y-auto p-2">
          {items.map((item, index) => (
            <Option
              key={`${item.group}-${item.id}`}
              id={`${id}-${index}`}
              item={item}
              isFirst={items[index - 1]?.group !== item.group}
              isActive={index === active}
              onPoint={() => setChosen(index)}
              onGo={() => onGo(item.path)}
            />
          ))}
        </div>
        {items.length === 0 && !isPending ? (
          <p className="px-4 pt-2 pb-8 text-center text-sm text-muted-foreground">{words.none(text.trim())}</p>
        ) : null}
        <p role="status" className="sr-only">
          {text === '' || isPending ? null : words.count(items.length)}
        </p>
      </DialogContent>
    </Dialog>
  );
}

type OptionProps = {
  id: string;
  item: PaletteItem;
  /** The first of its group, so the group's name is shown above it. */
  isFirst: boolean;
  isActive: boolean;
  onPoint: () => void;
  onGo: () => void;
};

function Option({ id, item: { group, label, note, icon: Icon }, isFirst, isActive, onPoint, onGo }: OptionProps) {
  return (
    <>
      {isFirst ? (
        <p role="presentation" className="px-2.5 pt-3 pb-1 text-xs font-medium text-muted-foreground first:pt-1">
          {group}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus, and has the keys. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the same. */}
      <div
        role="option"
        id={id}
        aria-selected={isActive}
        onPointerMove={onPoint}
        onClick={onGo}
        className={cn(
          'flex h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm pointer-coarse:h-11',
          isActive && 'bg-accent',
        )}
      >
        <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {label}
        </span>
        {note ? <span className="shrink-0 text-xs text-muted-foreground">{note}</span> : null}
      </div>
    </>
  );
}
