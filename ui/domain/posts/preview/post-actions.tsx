import {
  Bookmark,
  ChartNoAxesColumn,
  Ellipsis,
  Heart,
  type LucideIcon,
  MessageCircle,
  Repeat2,
  Reply,
  Send,
  Share,
  Star,
  ThumbsDown,
  ThumbsUp,
} from 'lucide-react';
import { cn } from '@/lib/class-names.ts';
import type { ActionIcon } from '../../../../shared/platforms/descriptor.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';

const ICONS: Record<ActionIcon, LucideIcon> = {
  bookmark: Bookmark,
  comment: MessageCircle,
  heart: Heart,
  more: Ellipsis,
  reply: Reply,
  repost: Repeat2,
  send: Send,
  share: Share,
  star: Star,
  thumb: ThumbsUp,
  thumbDown: ThumbsDown,
  views: ChartNoAxesColumn,
};

type PostActionsProps = { platform: Platform; isUpright?: boolean; className?: string };

/** The buttons that readers see on a post, as a picture. */
export function PostActions({ platform, isUpright = false, className }: PostActionsProps) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'flex items-center justify-between gap-2 text-muted-foreground',
        isUpright && 'flex-col gap-4 text-white',
        className,
      )}
    >
      {platformOf(platform).look.actions.map(({ icon, word }) => {
        const Icon = ICONS[icon];
        return (
          <span key={icon} className="inline-flex items-center gap-1.5 text-xs font-medium">
            <Icon className={isUpright ? 'size-6 drop-shadow' : 'size-4'} strokeWidth={1.75} />
            {word}
          </span>
        );
      })}
    </div>
  );
}
