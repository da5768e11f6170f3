import { Hash, Maximize2, Minimize2, Sparkles, Wand2 } from 'lucide-react';
import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import { Button } from '@/components/button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import { type Draft, type Target, wordsFor } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { useWriter } from '@/features/compose/text/use-writer.ts';

const words = composeMessages.writer;
const TONES = ['friendly', 'professional', 'playful', 'confident', 'plain'] as const;

type WriterMenuProps = {
  draft: Draft;
  target: Target;
  destinations: readonly ChosenDestination[];
  isFixed: boolean;
  onEdit: (change: (draft: Draft) => Draft) => void;
};

/** The writer's actions: shorter, longer, another tone, hashtags, a version for each platform. */
export function WriterMenu({ draft, target, destinations, isFixed, onEdit }: WriterMenuProps) {
  const { ask, isBusy } = useWriter(onEdit);
  const platform = target.kind === 'all' ? {} : { platform: target.platform };
  const platforms =
    target.kind === 'all' ? [...new Set(destinations.map((destination) => destination.platform))] : [target.platform];
  return (
    <Menu
      trigger={
        <Button
          variant="outline"
          size="sm"
          disabled={isFixed || isBusy || wordsFor(draft, target).caption.trim() === ''}
        >
          <Sparkles aria-hidden="true" />
          {isBusy ? words.busy : words.menu}
        </Button>
      }
      className="max-h-[70dvh] overflow-y-auto"
    >
      <MenuItem icon={Minimize2} onSelect={() => void ask(draft, target, { action: 'shorten', ...platform })}>
        {words.shorten}
      </MenuItem>
      <MenuItem icon={Maximize2} onSelect={() => void ask(draft, target, { action: 'lengthen', ...platform })}>
        {words.lengthen}
      </MenuItem>
      <MenuItem icon={Hash} onSelect={() => void ask(draft, target, { action: 'hashtags', ...platform })}>
        {words.hashtags}
      </MenuItem>
      <MenuPrimitive.Group>
        <MenuPrimitive.Label className="border-t px-2.5 pt-2.5 pb-1 text-xs text-muted-foreground">
          {words.tones}
        </MenuPrimitive.Label>
        {TONES.map((tone) => (
          <MenuItem
            icon={Wand2}
            key={tone}
            onSelect={() => void ask(draft, target, { action: 'tone', tone, ...platform })}
          >
            {words.tone[tone]}
          </MenuItem>
        ))}
      </MenuPrimitive.Group>
      {platforms.length > 0 ? <MenuPrimitive.Separator className="my-1 border-t" /> : null}
      {platforms.map((wanted) => (
        <MenuItem
          key={wanted}
          onSelect={() =>
            void ask(draft, target.kind === 'all' ? { kind: 'platform', platform: wanted } : target, {
              action: 'platform',
              platform: wanted,
            })
          }
        >
          <PlatformMark platform={wanted} />
          {words.platform(wanted)}
        </MenuItem>
      ))}
    </Menu>
  );
}
