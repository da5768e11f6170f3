import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { repeatMessages as words } from '@/domain/posts/repeat/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { SeriesRequest } from '../../../../shared/posts/series-api.ts';

/** Starts and stops what repeats. `start` throws what stopped it; `stop` reports that itself. */
export function useSeries() {
  const agent = useAgent();
  const supabase = useSupabase();
  const refresh = useRefreshPosts();

  async function start(request: SeriesRequest): Promise<void> {
    // Loaded when it is called: the contract brings zod along.
    const { POST_SERIES_PATH, seriesAnswerSchema } = await import('../../../../shared/posts/series-api.ts');
    try {
      const { made } = seriesAnswerSchema.parse(await (await agent(POST_SERIES_PATH, { body: request })).json());
      toast.success(words.done(made), { action: { label: words.undo, onClick: () => void stop(request.id) } });
    } finally {
      refresh();
    }
  }

  async function stop(series: string): Promise<void> {
    try {
      const { data } = await supabase.rpc('stop_series', { series }).throwOnError();
      if (data.state === 'refused') toast.error(words.publishing);
      else if (data.state === 'gone') toast.info(words.stoppedBefore);
      else
        toast.success(words.stopped(data.posts.length), {
          action: { label: words.undo, onClick: () => void resume(series, data.posts) },
        });
    } catch (error) {
      toast.error(failureReason(error));
    } finally {
      refresh();
    }
  }

  async function resume(series: string, contents: string[]) {
    try {
      await supabase.rpc('resume_series', { series, contents }).throwOnError();
      toast.success(words.resumed);
    } catch (error) {
      toast.error(failureReason(error));
    } finally {
      refresh();
    }
  }

  return { start, stop };
}
