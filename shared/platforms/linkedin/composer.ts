import { NEXT_NAMES, POST_NAMES } from '../composer-names.ts';
import type { ComposerScript } from '../composer-script.ts';

const FIELD = '[role="textbox"][contenteditable="true"]';

/** The dialog that LinkedIn's share address opens. */
export const script: ComposerScript = {
  scope: '[role="dialog"]',
  begins: FIELD,
  steps: [
    { do: 'write', field: FIELD, wording: 'text' },
    {
      do: 'press',
      onlyWith: 'media',
      control: {
        names: [
          'Add media',
          'Add a photo',
          'Medien hinzufügen',
          'Foto hinzufügen',
          'Ajouter un média',
          'Ajouter une photo',
          'Añadir contenido multimedia',
          'Añadir una foto',
          'Adicionar mídia',
          'Adicionar foto',
          'Aggiungi contenuti multimediali',
          'Aggiungi una foto',
          'メディアを追加',
          '写真を追加',
          '미디어 추가',
          '사진 추가',
          'إضافة وسائط',
          'إضافة صورة',
          'मीडिया जोड़ें',
          'फ़ोटो जोड़ें',
        ],
      },
      shows: 'input[type="file"]',
    },
    { do: 'attach', input: 'input[type="file"]' },
    {
      do: 'press',
      onlyWith: 'media',
      control: { names: NEXT_NAMES },
      shows: FIELD,
    },
  ],
  publish: { names: POST_NAMES },
  live: '^https://www\\.linkedin\\.com/feed/update/urn:li:\\w+:\\d+',
};
