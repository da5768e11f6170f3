import type { Names } from './composer-script.ts';

/**
 * The labels of the publish button on several platforms, in the languages of their pages. Messages name that button; it
 * is never pressed.
 */
export const POST_NAMES: Names = [
  'Post',
  'Posten',
  'Veröffentlichen',
  'Publier',
  'Publicar',
  'Postar',
  'Pubblica',
  '投稿',
  '投稿する',
  '게시',
  '올리기',
  'نشر',
  'पोस्ट करें',
  'पोस्ट',
];

/** The labels of the button that leads to the next page of a composer. */
export const NEXT_NAMES: Names = [
  'Next',
  'Weiter',
  'Suivant',
  'Siguiente',
  'Avançar',
  'Próximo',
  'Seguinte',
  'Avanti',
  '次へ',
  '다음',
  'التالي',
  'आगे',
  'आगे बढ़ें',
  'अगला',
];
