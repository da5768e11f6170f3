import type { PlatformOptions } from '../options.ts';

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
export const discordOptions: PlatformOptions = {
  fields: [
    { name: 'silent', label: 'Send without a notification', kind: 'switch' },
    {
      name: 'everyone',
      label: 'Notify @everyone and roles',
      help: 'If the text mentions them. People who are mentioned are always notified.',
      kind: 'switch',
    },
    { name: 'linkPreview', label: 'Show the previews of links', kind: 'switch', isOn: true },
    {
      name: 'forumTitle',
      label: 'Title in a forum',
      help: 'In a forum channel, each post needs one. Elsewhere, leave it empty.',
      kind: 'text',
      maxLength: 100,
      isOfPost: 'text',
    },
  ],
};
