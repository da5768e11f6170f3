import { ChevronDown, Plus } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { scriptsMessages as words } from '@/features/scripts/messages.ts';
import { type ScriptExample, scriptExample } from '../../../shared/scripts/script-example.ts';

/** An example with the name for a script made from it. */
export type TitledExample = ScriptExample & { title: string };

const FILES = import.meta.glob<string>('../../../shared/scripts/examples/*.js', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const EXAMPLES = Object.entries(FILES).map(([path, code]): TitledExample => {
  const example = scriptExample(path.slice(path.lastIndexOf('/') + 1), code);
  const title = example.name.replaceAll('-', ' ');
  return { ...example, title: title.charAt(0).toUpperCase() + title.slice(1) };
});

/** "New" (§2) creates a blank script; the button next to it offers the examples of the package. */
export function NewButton({
  disabled,
  onCreate,
  onCreateFrom,
}: {
  disabled: boolean;
  onCreate: () => void;
  onCreateFrom: (example: TitledExample) => void;
}) {
  return (
    <div className="flex">
      <Button
        variant="outline"
        disabled={disabled}
        onClick={onCreate}
        className="rounded-r-none border-r-0 pointer-coarse:h-11"
      >
        <Plus aria-hidden="true" />
        {words.create}
      </Button>
      <Menu
        modal
        trigger={
          <IconButton
            icon={ChevronDown}
            variant="outline"
            size="icon"
            disabled={disabled}
            label={words.examples}
            title={words.examples}
            className="w-8 rounded-l-none pointer-coarse:size-11"
          />
        }
        className="w-[min(22rem,calc(100vw-2rem))]"
      >
        {EXAMPLES.map((example) => (
          <MenuItem
            key={example.name}
            textValue={example.title}
            onSelect={() => onCreateFrom(example)}
            className="flex-col items-start gap-0.5"
          >
            <span className="font-medium">{example.title}</span>
            <span className="text-xs text-muted-foreground text-pretty">{example.about}</span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
