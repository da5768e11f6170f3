import { useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { deliveryToasts } from '@/domain/publishing/messages.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';

type Calls = typeof import('@/domain/publishing/calls.ts');
type Work = (calls: Calls, agent: CallAgent) => Promise<unknown>;

/**
 * Runs one action at a time on a post or its deliveries, and reports its result: `done` on success, with an undo if
 * there is one, or else the reason. Resolves to whether it succeeded. Everything that screens show of posts is
 * refetched.
 */
export function useDeliveryAction() {
  const agent = useAgent();
  const refresh = useRefreshPosts();
  const [isBusy, setBusy] = useState(false);

  async function act(done: string, work: Work, undo?: { done: string; work: Work }): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    try {
      await work(await import('@/domain/publishing/calls.ts'), agent);
      const action = undo && { label: deliveryToasts.undo, onClick: () => void act(undo.done, undo.work) };
      toast.success(done, action && { action });
      return true;
    } catch (error) {
      toast.error(failureReason(error));
      return false;
    } finally {
      setBusy(false);
      refresh();
    }
  }

  return { act, isBusy };
}
