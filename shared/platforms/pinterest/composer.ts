import type { ComposerScript } from '../composer-script.ts';

const DESCRIPTION = '[data-test-id="storyboard-description-field-container"]';
const FIELD = `${DESCRIPTION} [contenteditable="true"]`;

/** The page "Create Pin". Its fields are enabled once it has a file; link and board are left to the user. */
export const script: ComposerScript = {
  scope: 'body',
  begins: 'input[type="file"]',
  steps: [
    { do: 'attach', input: '#storyboard-upload-input' },
    // The Draft.js editor is covered by a button until that is pressed.
    { do: 'press', control: { css: `${DESCRIPTION} [role="button"]` }, shows: FIELD },
    { do: 'write', field: FIELD, wording: 'text' },
    { do: 'write', field: '#storyboard-selector-title', wording: 'title' },
  ],
  publish: {
    css: '[data-test-id="storyboard-creation-nav-done"] button',
    names: [
      'Publish',
      'Veröffentlichen',
      'Publier',
      'Publicar',
      'Pubblica',
      '公開する',
      '公開',
      '게시',
      'نشر',
      'प्रकाशित करें',
      'पब्लिश करें',
    ],
  },
  live: '^https://(?:\\w+\\.)?pinterest\\.(?:com|\\w\\w|co\\.\\w\\w)/pin/\\d+',
};
