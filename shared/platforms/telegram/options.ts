import type { PlatformOptions } from '../options.ts';

/** https://core.telegram.org/bots/api#sendmessage */
export const telegramOptions: PlatformOptions = {
  fields: [
    {
      name: 'silent',
      label: 'Send without sound',
      help: 'Subscribers get a notification without a sound.',
      kind: 'switch',
    },
    {
      name: 'protected',
      label: 'Protect content',
      help: 'Nobody can forward or save the post.',
      kind: 'switch',
    },
    {
      name: 'linkPreview',
      label: 'Show the preview of a link',
      kind: 'switch',
      isOn: true,
      concerns: ['text'],
    },
    {
      name: 'captionAbove',
      label: 'Text above the pictures',
      kind: 'switch',
      concerns: ['pictures', 'video'],
    },
  ],
};
