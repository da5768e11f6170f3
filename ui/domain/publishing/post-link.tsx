import { ExternalLink } from 'lucide-react';
import { deliveryMessages } from '@/domain/publishing/messages.ts';

type PostLinkProps = { url: string | null; platform: string; label?: string };

/** A link to the live post. Only web addresses become links: the text comes from a platform or the user. */
export function PostLink({ url, platform, label = deliveryMessages.openPost }: PostLinkProps) {
  if (!url || !/^https?:\/\//i.test(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 rounded-sm text-[0.8125rem] font-medium text-primary underline-offset-4 hover:underline"
    >
      {label}
      <span className="sr-only">{deliveryMessages.openPostWhere(platform)}</span>
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  );
}
