import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { discardFile, storedName, storeFile } from '@/domain/media/upload.ts';
import { sendToAgent } from '@/domain/workspace/operations.ts';
import { useAgent } from '@/lib/agent.ts';
import { useConfig, useSupabase } from '@/lib/supabase.ts';
import { postApi } from '../../../../shared/api/posts.ts';
import {
  CARD_STYLES,
  CARD_THEMES,
  type Card,
  type CardDesign,
  type CardRequest,
} from '../../../../shared/pictures/card.ts';
import { mediaObjectUrl } from '../../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

/** A picture drawn by us, so that its text is known. */
export type DrawnItem = MediaItem & { card: Card };

/** A picture of the post, and its fields in another design. */
export type Redrawn = { from: DrawnItem; to: Pick<DrawnItem, 'path' | 'url' | 'card'> };

/** Every design, light ones first. */
export const DESIGNS: readonly CardDesign[] = CARD_THEMES.flatMap((theme) =>
  CARD_STYLES.map((style) => ({ style, theme })),
);

export function isDrawn(item: MediaItem): item is DrawnItem {
  return item.card !== undefined;
}

export function isSameDesign(a: CardDesign | undefined, b: CardDesign): boolean {
  return a?.style === b.style && a.theme === b.theme;
}

/** A picture of the post in every design, in the order of DESIGNS, and how to draw and store pictures in one. */
export function useDesigns(item: DrawnItem, media: readonly MediaItem[]) {
  const agent = useAgent();
  const connection = { supabase: useSupabase(), config: useConfig() };
  const closing = useRef<AbortController | null>(null);
  useEffect(() => () => closing.current?.abort(), []);

  const requestOf = (wanted: DrawnItem, design: CardDesign): CardRequest => ({
    slide: wanted.card.slide,
    design,
    position: { index: media.indexOf(wanted), count: media.length },
  });
  const draw = async (body: CardRequest, signal: AbortSignal) =>
    (await sendToAgent(agent, postApi.drawCard, { body }, { signal })).blob();

  const drawings = useQueries({
    queries: DESIGNS.map((design) => {
      const request = requestOf(item, design);
      return {
        queryKey: ['card', request],
        queryFn: ({ signal }: { signal: AbortSignal }) => draw(request, signal),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
      };
    }),
  });

  /** Draws and stores all of these pictures in a design, or none. Throws the reason; aborted when the dialog closes. */
  async function redraw(items: readonly DrawnItem[], design: CardDesign): Promise<Redrawn[]> {
    const abort = new AbortController();
    closing.current = abort;
    const { signal } = abort;
    const shown = drawings[DESIGNS.findIndex((other) => isSameDesign(other, design))]?.data;
    const blobs = await Promise.all(
      items.map((wanted) => (wanted === item && shown) || draw(requestOf(wanted, design), signal)),
    );
    const redrawn: Redrawn[] = [];
    try {
      for (const [index, from] of items.entries()) {
        const path = storedName('card.png', 'png');
        const file = new File([blobs[index] ?? ''], 'card.png', { type: 'image/png' });
        // Without details: a drawn picture belongs to its post and is removed when nothing uses it.
        await storeFile(connection, file, path, { signal, onProgress: () => {} });
        const card = { slide: from.card.slide, design };
        redrawn.push({ from, to: { path, url: mediaObjectUrl(path), card } });
      }
      return redrawn;
    } catch (error) {
      for (const { to } of redrawn) await discardFile(connection.supabase, to.path);
      throw error;
    }
  }

  return { drawings, redraw };
}
