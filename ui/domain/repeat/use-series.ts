import { queryOptions } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { SeriesChange, SeriesRequest } from '../../../shared/posts/series-api.ts';

/** How a post repeats. Fails with Supabase's error, or for a rule that this version cannot read. */
export function seriesQuery(supabase: Supabase, series: string) {
  return queryOptions({
    queryKey: ['post_series', series],
    queryFn: async ({ signal }) => {
      const { seriesRuleSchema } = await import('../../../shared/posts/series-api.ts');
      const asked = supabase.from('post_series').select('content, texts, text_options, rule').eq('id', series);
      const { data } = await asked.abortSignal(signal).retry(false).single().throwOnError();
      const { content, texts, text_options: textOptions } = data;
      return { content, texts, textOptions, rule: seriesRuleSchema.parse(data.rule) };
    },
    // A form starts from it, so it is always refetched.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Starts, changes and stops series. `start` and `change` throw on failure; `stop` reports it itself. */
export function useSeries() {
  const agent = useAgent();
  const supabase = useSupabase();
  const refresh = useRefreshPosts();

  async function start(body: SeriesRequest): Promise<void> {
    // Loaded on demand, because the contract imports zod.
    const { seriesApi } = await import('../../../shared/api/posts.ts');
    try {
      const { made } = await askAgent(agent, seriesApi.repeatPost, { body });
      toast.success(words.done(made), { action: { label: words.undo, onClick: () => void stop(body.id) } });
    } finally {
      refresh();
    }
  }

  async function change(id: string, body: SeriesChange): Promise<void> {
    const { seriesApi } = await import('../../../shared/api/posts.ts');
    try {
      const { made, deleted } = await askAgent(agent, seriesApi.changeSeries, { params: { id }, body });
      toast.success(words.change.done(made, deleted));
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

  return { start, change, stop };
}
