import { Smile } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button.tsx';
import { composeMessages } from '@/features/compose/messages.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

const EmojiPicker = lazyPart('EmojiPicker', () => import('@/features/compose/text/emoji-picker.tsx'));

/** Opens the emoji picker, loading it on demand. The chosen emoji is inserted and the text gets the focus. */
export function EmojiButton({ disabled, onPick }: { disabled: boolean; onPick: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton icon={Smile} disabled={disabled} label={composeMessages.text.emoji} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={composeMessages.emoji.title}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="z-50 h-88 w-80 max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float data-[state=open]:animate-appear"
          onCloseAutoFocus={(event) => {
            if (picked === null) return;
            event.preventDefault();
            setPicked(null);
            onPick(picked);
          }}
        >
          <Suspense
            fallback={
              <p role="status" className="p-4 text-sm text-muted-foreground">
                {composeMessages.emoji.loading}
              </p>
            }
          >
            <EmojiPicker
              onPick={(emoji) => {
                setPicked(emoji);
                setOpen(false);
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
