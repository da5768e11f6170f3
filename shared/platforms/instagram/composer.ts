import { NEXT_NAMES } from '../composer-names.ts';
import type { ComposerScript } from '../composer-script.ts';

const FIELD = '[role="textbox"][contenteditable="true"]';

/** The dialog that "New post" in the sidebar opens: the files, two pages to review them, then the caption. */
export const script: ComposerScript = {
  scope: '[role="dialog"]',
  opens: {
    names: [
      'New post',
      'Create',
      'New post Create',
      'Neuer Beitrag',
      'Erstellen',
      'Neuer Beitrag Erstellen',
      'Nouvelle publication',
      'Créer',
      'Nouvelle publication Créer',
      'Nueva publicación',
      'Crear',
      'Nueva publicación Crear',
      'Nova publicação',
      'Novo post',
      'Criar',
      'Nova publicação Criar',
      'Nuovo post',
      'Crea',
      'Nuovo post Crea',
      '新規投稿',
      '作成',
      '新規投稿 作成',
      '새로운 게시물',
      '만들기',
      '새로운 게시물 만들기',
      'منشور جديد',
      'إنشاء',
      'منشور جديد إنشاء',
      'नई पोस्ट',
      'बनाएँ',
      'बनाएं',
      'नई पोस्ट बनाएं',
    ],
  },
  begins: `input[type="file"], ${FIELD}`,
  steps: [
    { do: 'attach', input: 'input[type="file"]' },
    {
      do: 'press',
      control: { names: NEXT_NAMES },
      shows: FIELD,
      times: 2,
    },
    { do: 'write', field: FIELD, wording: 'text' },
  ],
  publish: {
    names: [
      'Share',
      'Teilen',
      'Partager',
      'Compartir',
      'Compartilhar',
      'Partilhar',
      'Condividi',
      'シェア',
      'シェアする',
      '공유하기',
      '공유',
      'مشاركة',
      'शेयर करें',
    ],
  },
  live: '^https://www\\.instagram\\.com/(?:(?<name>[\\w.]+)/)?(?:p|reel)/[\\w-]+',
};
