import type { ComposerScript } from '../composer-script.ts';

const FIELD = '[role="textbox"][contenteditable="true"]';

/** The dialog that the intent's address opens. Where its file input only comes with a press, the files are the person's. */
export const script: ComposerScript = {
  scope: '[role="dialog"]',
  begins: FIELD,
  steps: [
    { do: 'write', field: FIELD, wording: 'text' },
    { do: 'attach', input: 'input[type="file"]' },
  ],
  publish: {
    names: [
      'Post',
      'Posten',
      'Publier',
      'Publicar',
      'Postar',
      'Pubblica',
      '投稿',
      '投稿する',
      '게시',
      'نشر',
      'पोस्ट करें',
    ],
  },
  live: '^https://www\\.threads\\.(?:com|net)/@(?<name>[\\w.]+)/post/[\\w-]+',
};
