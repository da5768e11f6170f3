import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { guideApi } from '../../../../shared/api/publishing.ts';
import type { GuideWindow, OpenGuide } from '../../../../shared/publishing/guide-window.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** Polling interval of an open window, in milliseconds. */
const POLL_MS = 1_000;
/** The dialog beside the window, with its margins, in pixels. */
const PANEL_WIDTH = 440;
/** A narrower window would cut off what consoles show. */
const WINDOW_MIN = 640;

export type Guide = {
  window: GuideWindow;
  isOpening: boolean;
  /** Opens a step's page, in the window that is open or in a new one. */
  open: (at: Pick<OpenGuide, 'way' | 'step'>) => void;
  close: () => void;
};

/**
 * The window at the console of an account's platform, which is closed with the dialog. `onPage` is called with each
 * page that the person goes to.
 */
export function useGuide(
  { id }: SocialAccountsRow,
  onPage: (page: NonNullable<(GuideWindow & { state: 'open' })['page']>) => void,
): Guide {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const queryKey = ['guide-window', id];
  const params = { id };
  const { data: window = { state: 'none' } as GuideWindow } = useQuery({
    queryKey,
    queryFn: ({ signal }) => askAgent(agent, guideApi.getGuide, { params }, signal),
    // Only this dialog opens windows.
    enabled: ({ state }) => state.data?.state === 'open',
    refetchInterval: POLL_MS,
    // The person is in the window.
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  const put = (state: GuideWindow) => void queryClient.setQueryData(queryKey, state);
  const opening = useMutation({
    mutationFn: (at: Pick<OpenGuide, 'way' | 'step'>) =>
      askAgent(agent, guideApi.openGuide, { params, body: { ...at, ...placeBeside() } }),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: put,
    onError: (error) => put({ state: 'failed', error: failureReason(error) }),
  });
  const close = () => {
    void askAgent(agent, guideApi.closeGuide, { params }).catch(() => undefined);
  };

  const isOpen = window.state === 'open' || opening.isPending;
  const whenLeft = useEffectEvent(() => {
    if (isOpen) close();
  });
  useEffect(() => () => whenLeft(), []);

  const page = window.state === 'open' ? window.page : null;
  const whenAt = useEffectEvent(() => {
    if (page) onPage(page);
  });
  useEffect(() => {
    if (page?.host || page?.path) whenAt();
  }, [page?.host, page?.path]);

  return {
    window,
    isOpening: opening.isPending,
    open: (at) => opening.isPending || opening.mutate(at),
    close() {
      put({ state: 'none' });
      close();
    },
  };
}

/** Where the window leaves the dialog visible at the left of this one; nowhere in particular on a small screen. */
function placeBeside(): Pick<OpenGuide, 'window'> {
  const { screen, screenX } = window;
  // Not in every browser.
  const { availLeft = 0, availTop = 0 } = screen as Screen & { availLeft?: number; availTop?: number };
  const left = Math.round(Math.max(availLeft, screenX) + PANEL_WIDTH);
  const width = Math.round(availLeft + screen.availWidth - left);
  if (!(width >= WINDOW_MIN)) return {};
  return { window: { left, top: Math.round(availTop), width, height: Math.round(Math.max(300, screen.availHeight)) } };
}
