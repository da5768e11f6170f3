import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { ComposerState, Preparation } from '../../../shared/publishing/publishing-api.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

/** How often the agent is polled for its progress, and for whether the user has published since; in milliseconds. */
const FILLING_MS = 700;
const WATCHING_MS = 2_500;
const NONE_SET: readonly string[] = [];

type ComposerOf = Pick<PostDeliveriesRow, 'id' | 'account_id'>;

/** The state of a delivery's composer on the agent's machine. */
export const composerQuery = (agent: CallAgent, { id, account_id }: ComposerOf) =>
  queryOptions({
    queryKey: ['composer', id],
    queryFn: async () => (await import('@/domain/publishing/calls.ts')).readComposer(agent, id),
    // Without an account there is no window.
    enabled: account_id !== null,
    retry: false,
    // The user sees the current state as soon as they return from the account's window.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'window') return false;
      return isBusy(data.preparation) ? FILLING_MS : WATCHING_MS;
    },
  });

/** Returns a function that closes the composer windows of these deliveries. */
export function useCloseWindows() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  return async (deliveries: readonly ComposerOf[]): Promise<void> => {
    const { closeComposer } = await import('@/domain/publishing/calls.ts');
    for (const delivery of deliveries) {
      const { queryKey } = composerQuery(agent, delivery);
      if (queryClient.getQueryData(queryKey)?.state !== 'window') continue;
      queryClient.setQueryData(queryKey, await closeComposer(agent, delivery.id));
    }
  };
}

/** The result of an action. `isBlocked`: the browser opened no tab. */
type Outcome = { state: ComposerState; isBlocked: boolean; isCopied: boolean };

export type Composer = {
  /** The agent can fill it in, in the account's window on its machine. */
  canPrepare: boolean;
  /** The agent could if the account were logged in there. */
  needsLogIn: boolean;
  /** The agent's machine cannot show windows. */
  noScreen: boolean;
  isOpening: boolean;
  /** The names of the post's options that have been set in it. */
  optionsSet: readonly string[];
  /** The progress of filling it in; null while no window is open. */
  preparation: Preparation | null;
  /** The result to show; null for none. */
  shown: Outcome | null;
  /** The number of posts that the text becomes. */
  count: number;
  open: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The platform's composer for a delivery. Opening it copies the caption, or a thread's first post, and fills it in if
 * the agent can.
 */
export function useComposer(
  delivery: ComposerOf,
  parts: readonly string[],
  onCopied?: (count: number) => void,
): Composer {
  const [caption = ''] = parts;
  const { id } = delivery;
  const agent = useAgent();
  const queryClient = useQueryClient();
  const query = composerQuery(agent, delivery);
  const { data: now } = useQuery(query);
  const [isOpening, setOpening] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const hasWindow = now?.state === 'window';

  async function open() {
    if (isOpening) return;
    setOpening(true);
    setOutcome(null);
    // Before any `await`: browsers allow this only right after a click.
    const copying = navigator.clipboard.writeText(caption).then(
      () => true,
      () => false,
    );
    try {
      const { openComposer } = await import('@/domain/publishing/calls.ts');
      const state = await openComposer(agent, id);
      const isCopied = (await copying) && caption !== '';
      if (isCopied) onCopied?.(1);
      setOutcome({ state, isCopied, isBlocked: state.state === 'address' && !openTab(state.address) });
      queryClient.setQueryData(query.queryKey, state);
    } catch (error) {
      setOutcome({ state: { state: 'failed', error: failureReason(error) }, isCopied: false, isBlocked: false });
    } finally {
      setOpening(false);
    }
  }

  async function close() {
    const { closeComposer } = await import('@/domain/publishing/calls.ts');
    setOutcome(null);
    queryClient.setQueryData(query.queryKey, await closeComposer(agent, id));
  }

  const wasWindow = outcome?.state.state === 'window';
  const told = outcome ?? { isCopied: false, isBlocked: false };
  return {
    canPrepare: hasWindow || (now?.state === 'none' && now.canPrepare),
    needsLogIn: now?.state === 'none' && now.needsLogIn,
    noScreen: now?.state === 'none' && now.noScreen,
    optionsSet: hasWindow ? now.optionsSet : NONE_SET,
    isOpening,
    preparation: hasWindow ? now.preparation : null,
    // For a window, even one that was already open, its current state; otherwise the result of the click.
    shown:
      now && (hasWindow || (wasWindow && now.state === 'failed'))
        ? { ...told, state: now }
        : wasWindow
          ? null
          : outcome,
    count: parts.length,
    open,
    close,
  };
}

/** Whether the agent is working on it, or waiting for the user in its window. */
export function isBusy(preparation: Preparation | null): boolean {
  return preparation?.is === 'working' || preparation?.is === 'waiting';
}

export const isWebAddress = (address: string) => /^https?:\/\//i.test(address);

/** Opens a web address in a tab that has no access to this one. Returns false if the browser did not. */
function openTab(address: string): boolean {
  if (!isWebAddress(address)) return false;
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}
