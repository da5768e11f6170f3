import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ANSWERS_KEY } from '@/domain/answers/unread.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';
import { counted } from '@/lib/format.ts';
import { paths } from '@/lib/paths.ts';

/**
 * Links to a post's unread answers, with their number; renders nothing if there are none. `id` is the post's id in the
 * timeline.
 */
export function UnreadOfPost({ id }: { id: string }) {
  const agent = useAgent();
  const { data } = useQuery({
    queryKey: [ANSWERS_KEY, 'of-post', id],
    queryFn: async ({ signal }) => {
      // Loaded on demand, because the contract imports zod.
      const { answerApi } = await import('../../../shared/api/answers.ts');
      return askAgent(agent, answerApi.listAnswers, { query: { post: id, state: 'unread' } }, signal);
    },
    retry: false,
  });
  if (!data || data.answers.length === 0) return null;
  const count = data.answers.length;
  return (
    <Link
      to={paths.answersToPost(id)}
      className="inline-flex items-center gap-1.5 self-start rounded-sm text-sm font-medium text-primary underline-offset-4 hover:underline"
    >
      <MessagesSquare className="size-4" aria-hidden="true" />
      {data.next === null ? counted(count, 'unread answer') : `More than ${counted(count, 'unread answer')}`}
    </Link>
  );
}
