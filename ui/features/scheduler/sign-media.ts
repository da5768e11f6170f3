import { useQuery } from '@tanstack/react-query';
import type { Address } from '@/features/scheduler/media.ts';
import { mediaUrlQuery } from '@/lib/media-url.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** The address to load a picture or video from: undefined while it is being signed, null when there is none. What cannot be signed falls back to its `url`. */
export function useSlideUrl(address: Address): string | null | undefined {
  const supabase = useSupabase();
  const { path } = address;
  const signed = useQuery({ ...mediaUrlQuery(supabase, path ?? ''), enabled: path !== null });
  if (path !== null && signed.isPending) return undefined;
  return signed.data ?? address.url;
}
