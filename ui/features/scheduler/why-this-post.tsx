import { schedulerMessages } from '@/features/scheduler/messages.ts';
import type { Content } from '@/features/scheduler/queries.ts';
import { ReasonList } from '@/features/scheduler/reason-list.tsx';
import { readReasons } from '../../../shared/post-reasons.ts';
import { whyThisPost } from '../../../shared/reason-words.ts';

/** What asked for the post, and why it has this project, template and time; who wrote it, and for how much. Nothing where a post keeps no reasons. */
export function WhyThisPost({ content }: { content: Content }) {
  const reasons = readReasons(content.reasons);
  if (!reasons) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground">
        {schedulerMessages.content.why}
      </summary>
      <ReasonList reasons={whyThisPost(reasons, content)} className="mt-2.5" />
    </details>
  );
}
