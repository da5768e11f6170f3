import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import { type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { pause } from '@/lib/pause.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import { guideApi } from '../../../../shared/api/guide.ts';
import {
  GUIDE_EVENT,
  type GuideWindow,
  guideWindowSchema,
  type OpenGuide,
} from '../../../../shared/publishing/guide-window.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** Delay before reconnecting to an open window's stream, in milliseconds. */
const RECONNECT_DELAY_MS = 2_000;
/** Width of the dialog beside the window, with its margins, in pixels. */
const PANEL_WIDTH = 440;
/** Minimum width of the window, in pixels: a narrower one would cut off the console's content. */
const WINDOW_MIN = 640;

export type Guide = {
  window: GuideWindow;
  isOpening: boolean;
  /** Opens a step's page in the open window, or in a new one. */
  open: (at: Pick<OpenGuide, 'way' | 'step'>) => void;
  close: () => void;
};

/**
 * The browser window that shows the developer console of an account's platform. Closes with the dialog. `onPage` is
 * called with each page that the user visits.
 */
export function useGuide(
  { id }: SocialAccountsRow,
  onPage: (page: NonNullable<(GuideWindow & { state: 'open' })['page']>) => void,
): Guide {
  const agent = useAgent();
  const params = { id };
  const [window, put] = useState<GuideWindow>({ state: 'none' });
  const opening = useMutation({
    mutationFn: (at: Pick<OpenGuide, 'way' | 'step'>) =>
      askAgent(agent, guideApi.openGuide, { params, body: { ...at, ...placeBeside() } }),
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

  useEffect(() => {
    if (window.state !== 'open') return;
    const stop = new AbortController();
    void followWindow(agent, id, put, stop.signal);
    return () => stop.abort();
  }, [agent, id, window.state]);

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

/** Calls `tell` with each new state of an open window, until `signal` aborts. */
async function followWindow(agent: CallAgent, id: string, tell: (state: GuideWindow) => void, signal: AbortSignal) {
  const read = async () => {
    const sent = { params: { id } };
    const { body } = await sendToAgent(agent, guideApi.getGuide, sent, { accept: 'text/event-stream', signal });
    if (!body) return;
    for await (const { event, data } of readEventStream(body))
      if (event === GUIDE_EVENT && !signal.aborted) tell(guideWindowSchema.parse(JSON.parse(data)));
  };
  while (!signal.aborted) {
    await read().catch(() => undefined);
    await pause(RECONNECT_DELAY_MS, signal);
  }
}

/** A window position that leaves the dialog visible on the left; none on a small screen. */
function placeBeside(): Pick<OpenGuide, 'window'> {
  const { screen, screenX } = window;
  // Not available in every browser.
  const { availLeft = 0, availTop = 0 } = screen as Screen & { availLeft?: number; availTop?: number };
  const left = Math.round(Math.max(availLeft, screenX) + PANEL_WIDTH);
  const width = Math.round(availLeft + screen.availWidth - left);
  if (!(width >= WINDOW_MIN)) return {};
  return { window: { left, top: Math.round(availTop), width, height: Math.round(Math.max(300, screen.availHeight)) } };
}
