import type { ReactNode } from 'react';
import { cn } from '@/lib/class-names.ts';
import { PLATFORMS, type Platform } from '../../../shared/posts/platforms.ts';

/** Plain line marks in the ink of the text around them: a hint at the platform, not its logo. */
const MARKS: Record<Platform, ReactNode> = {
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.8" cy="7.2" r="0.9" fill="currentColor" stroke="none" />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M12 20.5V11a2.6 2.6 0 0 1 2.6-2.6h.9M9.4 13h5.4" />
    </>
  ),
  tiktok: <path d="M13 3.5v11.8a4.1 4.1 0 1 1-4.1-4.1M13 3.5c.3 2.9 2.4 4.9 5.4 5.1" />,
  youtube_shorts: (
    <>
      <rect x="5.5" y="3" width="13" height="18" rx="4.5" />
      <path d="m10.3 9 4.7 3-4.7 3z" fill="currentColor" strokeLinejoin="round" />
    </>
  ),
  twitter: <path d="m4.5 4.5 15 15M19.2 4.5 4.8 19.5" />,
  linkedin: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="3.5" />
      <path d="M8 11v5.5M12 16.5V11M12 13.6c0-3.4 4.4-3.4 4.4 0v2.9" />
      <circle cx="8" cy="7.9" r="0.7" fill="currentColor" />
    </>
  ),
  bluesky: (
    <>
      <path d="M12 11.2C10.7 8.4 7.6 5.1 5.2 4.6c-1.3-.2-1.8.6-1.7 2.2.1 1.7.4 4 .9 5 .8 1.6 2.6 1.9 4.3 1.6-2.5.6-3.1 1.9-1.9 3.5 2.1 2.7 4.3.6 5.2-2.5" />
      <path d="M12 11.2c1.3-2.8 4.4-6.1 6.8-6.6 1.3-.2 1.8.6 1.7 2.2-.1 1.7-.4 4-.9 5-.8 1.6-2.6 1.9-4.3 1.6 2.5.6 3.1 1.9 1.9 3.5-2.1 2.7-4.3.6-5.2-2.5" />
    </>
  ),
  mastodon: (
    <>
      <path d="M9 17.3c2.6.5 6 .5 8.6-.2 1.7-.5 2.9-1.8 2.9-3.6V8a4.5 4.5 0 0 0-4.5-4.5H8A4.5 4.5 0 0 0 3.5 8v5.6c0 4 2.2 6.9 6.3 6.9 1.3 0 2.5-.2 3.7-.6" />
      <path d="M8 12.9V9.4a2 2 0 0 1 4 0v2.1M12 9.4a2 2 0 0 1 4 0v3.5" />
    </>
  ),
};

/**
 * A small mark for a platform id, in the colour of the text; decorative, so name the platform beside it. An unknown id
 * gets a dot.
 */
export function PlatformMark({ platform, className }: { platform: string; className?: string }) {
  const known = PLATFORMS.find((candidate) => candidate.id === platform);
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cn('size-4 shrink-0', className)}
    >
      {known ? MARKS[known.id] : <circle cx="12" cy="12" r="3" fill="currentColor" />}
    </svg>
  );
}
