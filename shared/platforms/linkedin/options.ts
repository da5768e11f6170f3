import type { PlatformOptions } from '../options.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api */
export const linkedinOptions: PlatformOptions = {
  fields: [
    {
      name: 'visibility',
      label: 'Who can see it',
      kind: 'choice',
      choices: [
        { value: 'PUBLIC', label: 'Anyone' },
        { value: 'CONNECTIONS', label: 'Connections only' },
      ],
    },
    { name: 'reshares', label: 'Allow reposts', kind: 'switch', isOn: true },
  ],
};
