import type { ComposerScript } from '../composer-script.ts';

/**
 * The dialog of bsky.app/intent/compose. The names are those of the app's source:
 * https://github.com/bluesky-social/social-app/blob/main/src/view/com/composer/SelectMediaButton.tsx
 */
export const script: ComposerScript = {
  scope: '[role="dialog"]',
  begins: '[contenteditable="true"]',
  steps: [
    { do: 'write', field: '[contenteditable="true"]', wording: 'text' },
    { do: 'choose', control: { css: '[data-testid="openMediaBtn"]' } },
  ],
  publish: { css: '[data-testid="composerPublishBtn"]' },
  live: '^https://bsky\\.app/profile/(?<name>[^/]+)/post/[a-z0-9]+$',
  profile: 'nav a[href^="/profile/"]',
};
