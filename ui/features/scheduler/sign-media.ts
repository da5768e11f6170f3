import { useQuery } from '@tanstack/react-query';
import type { Slide } from '@/features/scheduler/media.ts';
import { mediaUrlQuery } from '@/lib/media-url.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** The address to load a slide from: undefined while it is being signed, null when there is none. What cannot be signed falls back to its `url`. */
export function useSlideUrl(slide: Slide): string | null | undefined {
  const supabase = useSupabase();
  const { path } = slide;
  const signed = useQuery({ ...mediaUrlQuery(supabase, path ?? ''), enabled: path !== null });
  if (path !== null && signed.isPending) return undefined;
  return signed.data ?? slide.url;
}
