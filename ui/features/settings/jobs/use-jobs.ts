import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { JOBS_KEY } from '@/domain/workspace/jobs.ts';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import { jobsToasts } from '@/features/settings/jobs/jobs-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import { JOB_EVENTS, type JobEnd, type JobState, jobEndSchema } from '../../../../shared/agent/jobs.ts';
import { jobApi } from '../../../../shared/api/agent.ts';

/** Runs a job and reports its end, even on another screen. */
export function useRunJob({ name, title }: JobState) {
  const agent = useAgent();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (): Promise<JobEnd> => {
      const accept = 'text/event-stream';
      const answer = await sendToAgent(agent, jobApi.runJob, { params: { name } }, { accept });
      refresh();
      return readEnd(answer);
    },
    onSuccess: ({ status, result }) => {
      if (status === 'success') toast.success(jobsToasts.done(title), { description: result });
      else toast.error(jobsToasts.failed(title), { description: result });
    },
    onError: (error) => void toast.error(jobsToasts.notStarted(title), { description: failureReason(error) }),
    onSettled: refresh,
  });
}

async function readEnd({ body }: Response): Promise<JobEnd> {
  if (body) {
    for await (const { event, data } of readEventStream(body)) {
      if (event === JOB_EVENTS.result) return jobEndSchema.parse(JSON.parse(data));
    }
  }
  return { status: 'failed', result: jobsToasts.cutOff };
}

/** Stops the current run. The caller that started it receives its result. */
export function useStopJob({ name, title }: JobState) {
  const agent = useAgent();
  return useMutation({
    mutationFn: () => askAgent(agent, jobApi.stopJob, { params: { name } }),
    onError: (error) => void toast.error(jobsToasts.notStopped(title), { description: failureReason(error) }),
    onSettled: useRefresh(),
  });
}

/** Pauses or resumes all automation at once. */
export function usePauseJobs() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => askAgent(agent, jobApi.pauseJobs, { body: { paused } }),
    onSuccess: (list) => {
      queryClient.setQueriesData({ queryKey: JOBS_KEY }, list);
      toast.success(list.isPaused ? jobsToasts.paused : jobsToasts.resumed);
    },
    onError: (error) => void toast.error(jobsToasts.pauseFailed, { description: failureReason(error) }),
  });
}

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: JOBS_KEY });
    // The clean-up job fills and empties the bin.
    void queryClient.invalidateQueries({ queryKey: ['content_bin'] });
  };
}
