import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAgent } from '@/lib/agent.ts';
import { LINK_CARD_PATH, type ReadCard, readCardSchema } from '../../../../shared/posts/link-card.ts';

/** How long an address stays as it is before its page is read: half of an address has no page. */
const SETTLED_MS = 700;
/** A page is read again only after that. */
const FRESH_MS = 5 * 60_000;

/** The card of the page behind an address, with another picture where `image` is given; nothing is read for null. */
export function useLinkCard(url: string | null, image?: string): UseQueryResult<ReadCard> {
  const agent = useAgent();
  return useQuery({
    queryKey: ['link-card', url, image],
    queryFn: async ({ signal }) =>
      readCardSchema.parse(await (await agent(LINK_CARD_PATH, { body: { url, image }, signal })).json()),
    enabled: url !== null,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** An address once it has stayed the same for a while; the first one at once. */
export function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
