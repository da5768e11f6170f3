import { type Platform, platformLabel } from '../posts/platforms.ts';
import type { HeldPosts } from './publishing-api.ts';

/**
 * What happened to the posts that a platform held for an account that was deleted or disconnected; null if it held
 * none.
 */
export function heldInWords(platform: Platform, { takenBack, left }: HeldPosts): string | null {
  const name = platformLabel(platform);
  const back = takenBack > 0 ? `${posts(takenBack)} taken back from ${name}.` : '';
  const stay =
    left > 0
      ? `${posts(left)} could not be taken back: ${name} publishes ${left === 1 ? 'it' : 'them'} at the scheduled time, and Local Agent then asks you whether it did.`
      : '';
  return [back, stay].filter(Boolean).join(' ') || null;
}

/** Shown before an account is deleted or disconnected while its platform holds posts. */
export const takenBackFirst = (platform: Platform, count: number): string =>
  count === 1
    ? `${platformLabel(platform)} holds 1 of its posts, which is taken back first.`
    : `${platformLabel(platform)} holds ${count} of its posts, which are taken back first.`;

/** The question, and the label of its confirmation. */
export const LEAVING = {
  remove: { question: (label: string) => `Delete ${label}?`, confirm: 'Take back and delete' },
  disconnect: { question: (label: string) => `Disconnect ${label}?`, confirm: 'Take back and disconnect' },
} as const;

const posts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);
