import type { Platform } from '../../../../shared/posts/platforms.ts';

/** A platform's own page for writing a post. Nothing on it is ever clicked. */
export type Composer = {
  /** The page; `{server}` stands for the account's server, such as https://mastodon.example. */
  address: string;
  /** The parameter of the address that the page takes as text; null where it takes none. */
  textParameter: string | null;
  /** The page's plain file input, as a CSS selector; null where there is none before something is clicked. */
  fileInput: string | null;
  /** Where else than on the address's own host that input may be: the page sends the browser there. */
  otherHost?: string;
};

/**
 * Where people write posts. Documented, with the parameter `text`: Bluesky's address
 * (https://docs.bsky.app/docs/advanced-guides/intent-links), and X's web intent
 * (https://docs.x.com/x-for-websites/web-intents/overview), though as twitter.com/intent/tweet; that /intent/post does
 * the same is observed. Mastodon's /share is in its source and in no document. All else, each file input among it, is
 * only what the pages were like in August 2026: no document of the vendors was found, and they may change any day.
 * TikTok and YouTube begin to upload a chosen file, and publish nothing before the person says so.
 */
export const COMPOSERS: { [platform in Platform]: Composer } = {
  instagram: { address: 'https://www.instagram.com/', textParameter: null, fileInput: null },
  facebook: { address: 'https://www.facebook.com/', textParameter: null, fileInput: null },
  tiktok: {
    address: 'https://www.tiktok.com/tiktokstudio/upload',
    textParameter: null,
    fileInput: 'input[type=file][accept^="video"]',
  },
  youtube_shorts: {
    address: 'https://www.youtube.com/upload',
    textParameter: null,
    fileInput: 'ytcp-uploads-dialog input[type=file]',
    otherHost: 'studio.youtube.com',
  },
  twitter: {
    address: 'https://x.com/intent/post',
    textParameter: 'text',
    fileInput: '[role=dialog] input[type=file][data-testid="fileInput"]',
  },
  linkedin: { address: 'https://www.linkedin.com/feed/?shareActive=true', textParameter: 'text', fileInput: null },
  bluesky: { address: 'https://bsky.app/intent/compose', textParameter: 'text', fileInput: null },
  mastodon: { address: '{server}/share', textParameter: 'text', fileInput: 'form input[type=file]' },
};

/** Servers refuse longer addresses; the screen copies the text to the clipboard anyway. */
const ADDRESS_MAX_CHARS = 6_000;

/** The address of a composer, with the post's text where it takes one and that is short enough. */
export function composerAddress(composer: Composer, text: string): string {
  const url = new URL(composer.address);
  const plain = url.href;
  if (composer.textParameter && text) {
    // Not every page takes a plus sign for a space.
    const parameter = new URLSearchParams({ [composer.textParameter]: text }).toString().replaceAll('+', '%20');
    url.search = url.search ? `${url.search}&${parameter}` : parameter;
  }
  return url.href.length <= ADDRESS_MAX_CHARS ? url.href : plain;
}
