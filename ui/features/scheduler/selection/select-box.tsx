import { ListChecks } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Checkbox } from '@/components/checkbox.tsx';
import { titleOf } from '@/features/scheduler/actions/post-menu.tsx';
import type { Post } from '@/features/scheduler/queries.ts';
import { selectionMessages as words } from '@/features/scheduler/selection/messages.ts';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';

/** Shows or hides the checkboxes. */
export function SelectButton() {
  const selection = useSelection();
  if (!selection) return null;
  const { isSelecting, setSelecting } = selection;
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-mx-3 text-muted-foreground"
      aria-pressed={isSelecting}
      onClick={() => setSelecting(!isSelecting)}
    >
      <ListChecks aria-hidden="true" />
      {isSelecting ? words.done : words.select}
    </Button>
  );
}

/** A post's checkbox in selection mode. */
export function SelectBox({ post }: { post: Post }) {
  const selection = useSelection();
  if (!selection?.isSelecting) return null;
  return (
    <Checkbox
      className="relative mt-0.5 size-5 pointer-coarse:size-6"
      aria-label={words.tick(titleOf(post))}
      checked={selection.picked.has(post.id)}
      onClick={(event) => selection.toggle(post.id, event.shiftKey)}
    />
  );
}
