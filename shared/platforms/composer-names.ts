import type { Names } from './composer-script.ts';

/** What several platforms call what publishes, in the languages of their pages. It is named, and never pressed. */
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

/** What leads on in a composer of several pages. */
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
