import { APP_ID, APP_SECRET, META_APPS, META_USE_CASES, PASTE_HINT } from '../facebook/guide.ts';
import { META_RETURN_ADDRESS } from '../facebook/token-entry.ts';
import { readFields } from '../reads.ts';
import type { ChannelGuide, CopyMistake, GuideStep } from '../ways.ts';
import { reads } from './reads.ts';

const PERMISSIONS = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
] as const;

const USE_CASE_PAGES = [META_USE_CASES, 'developers.facebook.com/apps/*'];

const THE_APP: readonly [GuideStep, GuideStep, GuideStep] = [
  {
    text: 'Open My Apps at Meta for Developers, press "Create app", and choose the use case "Access the Threads API".',
    url: META_APPS,
  },
  {
    text: `Under "Use cases", press "Customize", then "Add" beside ${PERMISSIONS.slice(1, -1).join(', ')} and ${PERMISSIONS.at(-1)}. The permission ${PERMISSIONS[0]} is there already. To read mentions of you elsewhere, add threads_manage_mentions, too.`,
    at: USE_CASE_PAGES,
  },
  {
    text: 'Under App roles, Roles, press "Add people", choose "Threads Tester", and enter your user name. Accept the invitation on Threads: Settings, Account, Website permissions, Invites.',
    url: 'https://www.threads.com/settings/account',
  },
];

const MISTAKES: readonly CopyMistake[] = [
  {
    form: /^TH\|\d+\|/,
    words: 'This is the app’s own token, which cannot post. Press "Generate Access Token" beside your account.',
  },
  {
    form: /^(EAA|IG)[\w-]{30,}$/,
    words: 'This is a token of Facebook or Instagram. Generate one in the use case "Access the Threads API".',
  },
];

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'entry',
      label: 'Access token',
      steps: [
        ...THE_APP,
        {
          text: 'Open your app under My Apps again, then the use case and its "Settings". Under "User Token Generator", press "Generate Access Token" beside your account, allow everything, and copy the token. It is renewed automatically.',
          url: META_APPS,
          at: [META_USE_CASES],
          takes: ['accessToken'],
          isRenewal: true,
        },
        { text: 'Enter the token here.' },
      ],
      fields: [
        {
          name: 'accessToken',
          label: 'Access token',
          isSecret: true,
          missing: 'Enter the access token.',
          form: /^TH[\w-]{30,}$/,
        },
        {
          name: 'appSecret',
          label: 'Threads app secret, if the token lasts only an hour',
          isSecret: true,
          isOptional: true,
          missing: 'Enter the Threads app secret.',
          form: APP_SECRET,
        },
      ],
      mistakes: MISTAKES,
    },
    {
      kind: 'sign-in',
      label: 'Log in with Threads',
      steps: [
        ...THE_APP,
        {
          text: `Open your app under My Apps again, then the use case and its "Settings". Enter ${META_RETURN_ADDRESS} as redirect callback URL, exactly as written. Meta asks for addresses to uninstall and to delete as well: the same will do, as no one else uses your app. Save.`,
          url: META_APPS,
          at: [META_USE_CASES],
          copy: [META_RETURN_ADDRESS],
        },
        {
          text: `Copy the Threads app ID and the Threads app secret from the same page, and enter them here. Press Continue, log in, and allow everything. ${PASTE_HINT} The login is renewed automatically.`,
          at: [META_USE_CASES],
          takes: ['appId', 'appSecret'],
        },
      ],
      fields: [
        {
          name: 'appId',
          label: 'Threads app ID',
          placeholder: '1234567890',
          missing: 'Enter the Threads app ID.',
          form: APP_ID,
        },
        {
          name: 'appSecret',
          label: 'Threads app secret',
          isSecret: true,
          missing: 'Enter the Threads app secret.',
          form: APP_SECRET,
        },
        ...readFields(reads),
      ],
      mistakes: MISTAKES.slice(0, 1),
    },
  ],
  cost: 'Nothing. An app of your own for your own account needs no review.',
  cannot: [
    'Threads fetches pictures and videos from a public address: that of a hosted Supabase project or of the setting publicMediaUrl. Without one, posts with them appear under "Your turn"; posts with only text are published.',
    'A picture that had to be converted has no public address.',
    'Threads accepts 250 posts and 1,000 replies a day, and five links in a post.',
    'A post cannot be edited once it is published: delete it and post again.',
    'The app’s access ends after 90 days; each renewal of the token extends it.',
  ],
  figures: 'They need the permission threads_manage_insights.',
};
