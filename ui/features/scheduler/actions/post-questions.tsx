import { useSituations } from '@/domain/publishing/deliveries.ts';
import { CancelRestQuestion, MarkDialog, PublishNowQuestion } from '@/domain/publishing/delivery-questions.tsx';
import { deliveryMessages } from '@/domain/publishing/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { isOpenDelivery } from '@/features/scheduler/actions/open-deliveries.ts';
import type { Place } from '@/features/scheduler/queries.ts';
import { formatDateTime } from '@/lib/time.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

type PostQuestionsProps = { post: Place; question: 'publish' | 'mark' | 'cancel'; onClose: () => void };

/** The confirmation opened by a post's menu. */
export function PostQuestions({ post, question, onClose }: PostQuestionsProps) {
  const timeZone = useTimeZone();
  const describe = useSituations();
  if (question === 'publish') {
    return <PublishNowQuestion id={post.id} time={formatDateTime(post.scheduled_time, timeZone)} onClose={onClose} />;
  }
  if (question === 'cancel') return <CancelRestQuestion id={post.id} onClose={onClose} />;
  const delivery = post.post_deliveries.find(isOpenDelivery);
  if (!delivery) return null;
  const where = deliveryMessages.where(describe(delivery).account, platformLabel(delivery.platform));
  return <MarkDialog id={delivery.id} where={where} onClose={onClose} />;
}
