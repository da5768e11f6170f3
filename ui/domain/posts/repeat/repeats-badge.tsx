import { Repeat } from 'lucide-react';
import { Badge } from '@/components/badge.tsx';
import { repeatMessages } from '@/domain/posts/repeat/messages.ts';

/** Says that a post is one of several that repeat. */
export function RepeatsBadge() {
  return (
    <Badge variant="outline">
      <Repeat aria-hidden="true" />
      {repeatMessages.repeats}
    </Badge>
  );
}
