import type { ComposerScript } from '../composer-script.ts';

/** The form of a server's /share page. */
export const script: ComposerScript = {
  scope: 'form',
  begins: 'textarea',
  steps: [
    { do: 'write', field: 'textarea', wording: 'text' },
    { do: 'attach', input: 'input[type="file"]' },
  ],
  publish: { css: 'button[type="submit"]' },
  live: '^https://[^/]+/@(?<name>[A-Za-z0-9_.-]+)/\\d+$',
};
