import { POST_NAMES } from '../composer-names.ts';
import type { ComposerScript } from '../composer-script.ts';

const FIELD = '[role="textbox"][contenteditable="true"]';

/**
 * The dialog that the intent's address opens. If its file input only appears after a press, the files are left to the
 * user.
 */
export const script: ComposerScript = {
  scope: '[role="dialog"]',
  begins: FIELD,
  steps: [
    { do: 'write', field: FIELD, wording: 'text' },
    { do: 'attach', input: 'input[type="file"]' },
  ],
  publish: { names: POST_NAMES },
  live: '^https://www\\.threads\\.(?:com|net)/@(?<name>[\\w.]+)/post/[\\w-]+',
};
