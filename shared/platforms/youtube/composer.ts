import type { ComposerScript } from '../composer-script.ts';

/**
 * The upload dialog of YouTube Studio, which puts the file's name into the title. The rest is left to the user: the
 * pages after the first, on which the tags, the playlist and the visibility are set.
 */
export const script: ComposerScript = {
  scope: 'ytcp-uploads-dialog',
  begins: 'input[type="file"], #title-textarea #textbox',
  steps: [
    { do: 'attach', input: 'input[type="file"]' },
    { do: 'write', field: '#title-textarea #textbox', wording: 'title', takesFileName: true },
    { do: 'write', field: '#description-textarea #textbox', wording: 'description' },
    {
      do: 'pick',
      option: 'madeForKids',
      choices: { yes: '[name="VIDEO_MADE_FOR_KIDS_MFK"]', no: '[name="VIDEO_MADE_FOR_KIDS_NOT_MFK"]' },
    },
  ],
  publish: {
    names: [
      'Publish',
      'Veröffentlichen',
      'Publier',
      'Publicar',
      'Pubblica',
      '公開',
      '게시',
      'نشر',
      'प्रकाशित करें',
      'पब्लिश करें',
    ],
  },
  progress: 'ytcp-video-upload-progress .progress-label',
  keeps: 'ytcp-uploads-dialog',
  live: '^https://(?:youtu\\.be/|(?:www\\.)?youtube\\.com/(?:shorts/|watch\\?v=))[\\w-]{11}',
};
