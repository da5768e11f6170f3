import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { ComposerState, Preparation } from '../../../shared/publishing/publishing-api.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

/** How often the agent is asked how far it is, and whether the person has published since. */
const FILLING_MS = 700;
const WATCHING_MS = 2_500;
const NONE_SET: readonly string[] = [];

type ComposerOf = Pick<PostDeliveriesRow, 'id' | 'account_id'>;

/** How a delivery's composer stands on the agent's machine. */
export const composerQuery = (agent: CallAgent, { id, account_id }: ComposerOf) =>
  queryOptions({
    queryKey: ['composer', id],
    queryFn: async () => (await import('@/domain/publishing/calls.ts')).readComposer(agent, id),
    // Without an account there is no window.
    enabled: account_id !== null,
    retry: false,
    // Back from the account's window, the person sees at once how it stands.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'window') return false;
      return isBusy(data.preparation) ? FILLING_MS : WATCHING_MS;
    },
  });

/** Closes the windows of those deliveries that have one. */
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

/** What an action came to: `isBlocked`: the browser opened no tab. */
type Outcome = { state: ComposerState; isBlocked: boolean; isCopied: boolean };

export type Composer = {
  /** The agent fills it in in the account's window on its machine. */
  canPrepare: boolean;
  /** It could, if the account were logged in there. */
  needsLogIn: boolean;
  /** The agent's machine can show no windows. */
  noScreen: boolean;
  isOpening: boolean;
  /** The names of the post's options that are set in it. */
  optionsSet: readonly string[];
  /** How far it is filled in; null while no window is open. */
  preparation: Preparation | null;
  /** What is to be said of it. */
  shown: Outcome | null;
  /** How many posts the text goes out as. */
  count: number;
  open: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The platform's composer for a delivery: opening it copies the caption, or a thread's first post, and has it filled in
 * where the agent can.
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
    // Before anything is awaited: browsers allow it only right after a press.
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
    // Of a window, also of one that was open before, as it is now; of all else, what came of the press.
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

/** The agent, or the person in its window, is at it. */
export function isBusy(preparation: Preparation | null): boolean {
  return preparation?.is === 'working' || preparation?.is === 'waiting';
}

export const isWebAddress = (address: string) => /^https?:\/\//i.test(address);

/** Opens an address of the web in a tab that knows nothing of this one. False where the browser did not. */
function openTab(address: string): boolean {
  if (!isWebAddress(address)) return false;
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}
