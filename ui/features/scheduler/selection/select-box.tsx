import { ListChecks } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Checkbox } from '@/components/checkbox.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import type { Content, ScheduledPost } from '@/features/scheduler/queries.ts';
import { selectionMessages as words } from '@/features/scheduler/selection/messages.ts';
import { type Ticked, useSelection } from '@/features/scheduler/selection/selection.tsx';
import { formatDateTime } from '@/lib/time.ts';

/** Shows or hides the checkboxes of both lists. */
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

/** A scheduled post's checkbox in selection mode. */
export function PostBox({ post }: { post: ScheduledPost }) {
  const selection = useSelection();
  const timeZone = useTimeZone();
  if (!selection?.isSelecting) return null;
  return (
    <Box ticked={selection.posts} row={post} label={words.tickPost(formatDateTime(post.scheduled_time, timeZone))} />
  );
}

/** Characters of a caption that identify a post. */
const LABEL_LENGTH = 60;

/** The checkbox of content in selection mode. */
export function ContentBox({ content }: { content: Content }) {
  const selection = useSelection();
  if (!selection?.isSelecting) return null;
  const caption = content.caption.trim().split('\n', 1)[0]?.slice(0, LABEL_LENGTH) ?? '';
  return <Box ticked={selection.contents} row={content} label={words.tickContent(caption)} />;
}

type BoxProps<Row> = { ticked: Ticked<Row>; row: Row; label: string };

function Box<Row extends { id: string }>({ ticked, row, label }: BoxProps<Row>) {
  return (
    <Checkbox
      className="size-5 pointer-coarse:size-6"
      aria-label={label}
      checked={ticked.rows.has(row.id)}
      onClick={(event) => ticked.toggle(row, event.shiftKey)}
    />
  );
}
