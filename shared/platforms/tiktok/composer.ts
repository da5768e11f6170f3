import { POST_NAMES } from '../composer-names.ts';
import type { ComposerScript } from '../composer-script.ts';

/** The upload page of TikTok Studio, which puts the file's name into the caption. */
export const script: ComposerScript = {
  scope: 'body',
  banner: 'tiktok-cookie-banner',
  begins: 'input[type="file"][accept^="video"], [contenteditable="true"]',
  steps: [
    { do: 'attach', input: 'input[type="file"][accept^="video"]' },
    { do: 'write', field: '[contenteditable="true"]', wording: 'text', takesFileName: true },
  ],
  publish: { names: POST_NAMES },
  progress: '.info-progress-num',
  live: '^https://www\\.tiktok\\.com/@(?<name>[\\w.]+)/(?:video|photo)/\\d+',
};
