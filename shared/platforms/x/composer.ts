import type { ComposerScript } from '../composer-script.ts';

/** The dialog of x.com/intent/post, whose parts are identified by the names that its developers gave them. */
export const script: ComposerScript = {
  scope: '[role="dialog"]',
  begins: '[role="textbox"][contenteditable="true"]',
  steps: [
    { do: 'write', field: '[role="textbox"][contenteditable="true"]', wording: 'text' },
    { do: 'attach', input: 'input[type="file"][data-testid="fileInput"]' },
  ],
  publish: { css: '[data-testid="tweetButton"]' },
  live: '^https://(?:x|twitter)\\.com/(?<name>[A-Za-z0-9_]{1,15})/status/\\d+',
  profile: 'a[data-testid="AppTabBar_Profile_Link"]',
};
