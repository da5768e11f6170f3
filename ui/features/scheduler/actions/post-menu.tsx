import {
  Bookmark,
  CalendarClock,
  CalendarPlus,
  CalendarX,
  CircleCheck,
  Ellipsis,
  type LucideIcon,
  PenLine,
  Repeat,
  RotateCw,
  Send,
  Tag,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { IconButton } from '@/components/icon-button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { useSituations } from '@/domain/publishing/deliveries.ts';
import { deliveryToasts } from '@/domain/publishing/messages.ts';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { repeatMessages } from '@/domain/repeat/messages.ts';
import { isOpenDelivery, isSafeToRetry, isUnsent } from '@/features/scheduler/actions/open-deliveries.ts';
import { useOpening } from '@/features/scheduler/actions/post-dialogs.tsx';
import { useContentActions } from '@/features/scheduler/actions/use-content-actions.ts';
import { usePostActions } from '@/features/scheduler/actions/use-post-actions.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { type Post, seriesOf } from '@/features/scheduler/queries.ts';
import { cn } from '@/lib/class-names.ts';
import { paths } from '@/lib/paths.ts';

const { post: words } = schedulerMessages;

/** An action of the menu. */
type Item = { word: string; icon: LucideIcon; isDangerous?: boolean; onSelect: () => void };

/** A post's menu, the same everywhere: the actions that its state allows. */
export function PostMenu({ post }: { post: Post }) {
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} className="relative max-sm:size-11" label={words.menu(titleOf(post))} />}
    >
      <Items post={post} />
    </Menu>
  );
}

/** Mounted only while the menu is open, so that a long list has at most one. */
function Items({ post }: { post: Post }) {
  return useItems(post).map(({ word, icon: Icon, isDangerous, onSelect }) => (
    <MenuItem icon={Icon} key={word} className={cn(isDangerous && 'text-destructive')} onSelect={onSelect}>
      {word}
    </MenuItem>
  ));
}

/** The beginning of a post, which distinguishes its menu from others. */
export function titleOf({ content: { caption } }: Post): string {
  return caption.trim().split('\n', 1)[0]?.slice(0, TITLE_CHARACTERS) || words.untitled;
}
const TITLE_CHARACTERS = 60;

function useItems(post: Post): Item[] {
  const { content, place } = post;
  const { ask, open } = useOpening();
  const navigate = useNavigate();
  const { cancel } = usePostActions();
  const { setKept } = useContentActions();
  const { act } = useDeliveryAction();
  const describe = useSituations();
  const deliveries = place?.post_deliveries ?? [];
  const waiting = deliveries.filter(isOpenDelivery);
  const retriable = deliveries.filter((delivery) => isSafeToRetry(delivery) && describe(delivery).hasChannel);
  const isScheduled = place?.status === 'scheduled';
  const isKept = content.saved_at !== null;
  const wasCancelled = content.scheduled_posts.some(({ status }) => status === 'cancelled');

  function retry() {
    void act(deliveryToasts.retried, async (calls, agent) => {
      for (const { id } of retriable) await calls.retryDelivery(agent, id);
    });
  }

  const items: (Item | false)[] = [
    { word: words.edit, icon: PenLine, onSelect: () => void navigate(paths.post(content.id)) },
    isScheduled && { word: words.reschedule, icon: CalendarClock, onSelect: () => ask('time', post) },
    !place &&
      content.status === 'draft' && {
        word: wasCancelled ? words.restore : words.schedule,
        icon: CalendarPlus,
        onSelect: () => ask('time', post),
      },
    isScheduled && { word: words.publishNow, icon: Send, onSelect: () => ask('publish', post) },
    retriable.length > 0 && { word: words.retry, icon: RotateCw, onSelect: retry },
    waiting.length > 0 && {
      word: words.mark,
      icon: CircleCheck,
      onSelect: () => (waiting.length === 1 ? ask('mark', post) : open(post.id)),
    },
    {
      word: seriesOf(content) ? repeatMessages.changeMenu : repeatMessages.menu,
      icon: Repeat,
      onSelect: () => ask('repeat', post),
    },
    { word: words.labels, icon: Tag, onSelect: () => ask('labels', post) },
    { word: isKept ? words.unkeep : words.keep, icon: Bookmark, onSelect: () => void setKept(content, !isKept) },
    isScheduled && place && { word: words.cancel, icon: CalendarX, onSelect: () => void cancel(place) },
    deliveries.some(isUnsent) && { word: words.cancelRest, icon: CalendarX, onSelect: () => ask('cancel', post) },
    { word: words.delete, icon: Trash2, isDangerous: true, onSelect: () => ask('delete', post) },
  ];
  return items.filter((item) => item !== false);
}
