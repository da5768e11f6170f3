import type { ComponentProps } from 'react';
import { Badge } from '@/components/badge.tsx';
import { statusName } from '@/features/scheduler/messages.ts';
import type { ContentStatus, PostStatus } from '../../../../shared/workspace/database.ts';

const VARIANTS: Record<ContentStatus | PostStatus, ComponentProps<typeof Badge>['variant']> = {
  draft: 'secondary',
  scheduled: 'default',
  publishing: 'warning',
  published: 'success',
  failed: 'destructive',
  needs_review: 'warning',
  cancelled: 'outline',
};

export const STATUS_DOTS: Record<PostStatus, string> = {
  scheduled: 'bg-primary',
  publishing: 'bg-warning',
  published: 'bg-success',
  failed: 'bg-destructive',
  needs_review: 'bg-warning',
  cancelled: 'bg-muted-foreground',
};

/** A status in words, such as "your turn"; waiting posts are overdue after their time. */
export function shownStatus(status: ContentStatus | PostStatus, isOverdue: boolean): string {
  return isOverdue ? 'overdue' : statusName(status);
}

type StatusBadgeProps = { status: ContentStatus | PostStatus; isOverdue?: boolean };

/** The status of content or a scheduled post, drafts in the secondary style (§2). */
export function StatusBadge({ status, isOverdue = false }: StatusBadgeProps) {
  return <Badge variant={isOverdue ? 'warning' : VARIANTS[status]}>{shownStatus(status, isOverdue)}</Badge>;
}
