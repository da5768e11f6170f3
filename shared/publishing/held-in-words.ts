import { type Platform, platformLabel } from '../posts/platforms.ts';
import type { HeldPosts } from './publishing-api.ts';

/** What became of the posts that a platform held for an account that leaves; null where it held none. */
export function heldInWords(platform: Platform, { takenBack, left }: HeldPosts): string | null {
  const name = platformLabel(platform);
  const back = takenBack > 0 ? `${posts(takenBack)} taken back from ${name}.` : '';
  const stay =
    left > 0
      ? `${posts(left)} could not be taken back: ${name} publishes ${left === 1 ? 'it' : 'them'} at the planned time, and you are asked then whether it did.`
      : '';
  return [back, stay].filter(Boolean).join(' ') || null;
}

/** Before an account leaves whose posts its platform holds. */
export const takenBackFirst = (platform: Platform, count: number): string =>
  count === 1
    ? `${platformLabel(platform)} holds 1 post of it, which is taken back first.`
    : `${platformLabel(platform)} holds ${count} posts of it, which are taken back first.`;

/** The question, and what is done after a yes. */
export const LEAVING = {
  remove: { question: (label: string) => `Delete ${label}?`, confirm: 'Take back and delete' },
  disconnect: { question: (label: string) => `Disconnect ${label}?`, confirm: 'Take back and disconnect' },
} as const;

const posts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);
