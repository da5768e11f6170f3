import { POST_NAMES } from '../composer-names.ts';
import type { ComposerScript } from '../composer-script.ts';

const FIELD = '[role="textbox"][contenteditable="true"]';

/** The dialog that opens from the box at the top of the feed. */
export const script: ComposerScript = {
  scope: '[role="dialog"]',
  opens: {
    names: [
      'What’s on your mind*',
      'Was machst du gerade*',
      'Quoi de neuf*',
      '¿Qué estás pensando*',
      '¿En qué estás pensando*',
      'No que você está pensando*',
      'Em que estás a pensar*',
      'A cosa stai pensando*',
      'その気持ち、シェアしよう*',
      '今何してる*',
      '무슨 생각을 하고 계신가요*',
      'بم تفكر*',
      'आप क्या सोच रहे हैं*',
    ],
  },
  begins: FIELD,
  steps: [
    { do: 'write', field: FIELD, wording: 'text' },
    {
      do: 'press',
      onlyWith: 'media',
      control: {
        names: [
          'Photo/video',
          'Photos/videos',
          'Foto/Video',
          'Fotos/Videos',
          'Photo/Vidéo',
          'Photos/vidéos',
          'Foto/vídeo',
          'Fotos/vídeos',
          'Foto/video',
          'Foto e video',
          '写真・動画',
          '写真/動画',
          '사진/동영상',
          'صورة/فيديو',
          'صور/فيديو',
          'फ़ोटो/वीडियो',
        ],
      },
      shows: 'input[type="file"]',
    },
    { do: 'attach', input: 'input[type="file"]' },
  ],
  publish: { names: POST_NAMES },
  live: '^https://www\\.facebook\\.com/(?:[^/?]+/posts/|permalink\\.php\\?|reel/\\d|photo)',
};
