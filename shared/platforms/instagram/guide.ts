import {
  APP_ID,
  APP_SECRET,
  EXPLORER,
  META_APP_FIELDS,
  META_APPS,
  META_MISTAKES,
  META_TOKEN_FIELDS,
  META_USE_CASES,
  PASTE_HINT,
  RETURN_STEP,
  TOKEN_DEBUGGER,
} from '../facebook/guide.ts';
import { META_RETURN_ADDRESS } from '../facebook/token-entry.ts';
import { readFields } from '../reads.ts';
import type { ChannelGuide, EntryField } from '../ways.ts';
import { reads } from './reads.ts';

const APP_PAGES = [META_USE_CASES, 'developers.facebook.com/apps/*'];
const TOKEN: readonly EntryField[] = [
  {
    name: 'accessToken',
    label: 'Access token',
    isSecret: true,
    missing: 'Enter the access token.',
    form: /^(IG|EAA)[\w-]{30,}$/,
  },
];

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'entry',
      label: 'Through the linked Page (recommended)',
      steps: [
        {
          text: 'Make the Instagram account a professional one (Settings, Account type and tools), and link it to your Facebook Page (Settings of the Page, Linked accounts).',
        },
        {
          text: 'Open My Apps at Meta for Developers and press "Create app". Choose the use cases "Manage everything on your Page" and "Manage messaging & content on Instagram".',
          url: META_APPS,
        },
        {
          text: 'Under "Use cases", press "Customize" at each, then "Add" beside pages_show_list, pages_read_engagement, pages_manage_posts, instagram_basic, instagram_content_publish and instagram_manage_comments. To read impressions and reach, add instagram_manage_insights, too.',
          at: APP_PAGES,
        },
        {
          text: 'Open the Graph API Explorer, choose your app and "Get User Access Token", and add the same permissions; also business_management, if the Page belongs to a business portfolio. Press "Generate Access Token", and choose your Page and your Instagram account.',
          url: EXPLORER,
          takes: ['accessToken'],
          isRenewal: true,
          copy: [
            'pages_show_list',
            'pages_read_engagement',
            'pages_manage_posts',
            'instagram_basic',
            'instagram_content_publish',
            'instagram_manage_comments',
            'instagram_manage_insights',
            'business_management',
          ],
        },
        {
          text: 'Paste that token into the Access Token Debugger, press "Debug", then "Extend Access Token" at the bottom, and copy the new token.',
          url: TOKEN_DEBUGGER,
          takes: ['accessToken'],
        },
        { text: 'Enter the extended token here. With several accounts, you choose one next.' },
      ],
      fields: META_TOKEN_FIELDS,
      mistakes: META_MISTAKES,
    },
    {
      kind: 'entry',
      label: 'Instagram login',
      steps: [
        {
          text: 'Make the Instagram account a professional one (Settings, Account type and tools).',
        },
        {
          text: 'Open My Apps at Meta for Developers, press "Create app", and choose the use case "Manage messaging & content on Instagram".',
          url: META_APPS,
        },
        {
          text: 'Under "Use cases", press "Customize", then "Add" beside instagram_business_basic, instagram_business_content_publish and instagram_business_manage_comments. To read impressions and reach, add instagram_business_manage_insights, too.',
          at: APP_PAGES,
        },
        {
          text: 'Under App roles, Roles, add your account as an Instagram Tester. Accept the invitation on Instagram, under "Tester invites".',
          url: 'https://www.instagram.com/accounts/manage_access/',
        },
        {
          text: 'Open your app under My Apps again, then "API setup with Instagram login". Press "Add account", and log in to your Instagram account.',
          url: META_APPS,
          at: APP_PAGES,
        },
        {
          text: 'Press "Generate token" next to it, and copy the token. It is renewed automatically.',
          takes: ['accessToken'],
          isRenewal: true,
        },
        { text: 'Enter the token here.' },
      ],
      fields: TOKEN,
    },
    {
      kind: 'sign-in',
      label: 'Log in with Facebook',
      steps: [
        {
          text: 'Make the Instagram account a professional one (Settings, Account type and tools), and link it to your Facebook Page (Settings of the Page, Linked accounts).',
        },
        {
          text: 'Open My Apps at Meta for Developers and press "Create app". Choose the use cases "Manage everything on your Page" and "Manage messaging & content on Instagram".',
          url: META_APPS,
        },
        {
          text: 'Under "Use cases", press "Customize" at each, then "Add" beside pages_show_list, pages_read_engagement, pages_manage_posts, instagram_basic, instagram_content_publish and instagram_manage_comments. To read impressions and reach, add instagram_manage_insights, too.',
          at: APP_PAGES,
        },
        RETURN_STEP,
        {
          text: `Copy the App ID and the App secret from App settings, Basic, and enter them here. Press Continue, log in, and choose your Page and your Instagram account. ${PASTE_HINT}`,
          takes: ['appId', 'appSecret'],
        },
      ],
      fields: [...META_APP_FIELDS, ...readFields(reads)],
    },
    {
      kind: 'sign-in',
      label: 'Log in with Instagram',
      steps: [
        {
          text: 'Make the Instagram account a professional one (Settings, Account type and tools).',
        },
        {
          text: 'Open My Apps at Meta for Developers, press "Create app", and choose the use case "Manage messaging & content on Instagram".',
          url: META_APPS,
        },
        {
          text: 'Under "Use cases", press "Customize", then "Add" beside instagram_business_basic, instagram_business_content_publish and instagram_business_manage_comments. To read impressions and reach, add instagram_business_manage_insights, too.',
          at: APP_PAGES,
        },
        {
          text: 'Under App roles, Roles, add your account as an Instagram Tester. Accept the invitation on Instagram, under "Tester invites".',
          url: 'https://www.instagram.com/accounts/manage_access/',
        },
        {
          text: `Open your app under My Apps again, then "API setup with Instagram login". Under "Set up Instagram business login", enter ${META_RETURN_ADDRESS} as redirect URL, exactly as written, and save.`,
          url: META_APPS,
          at: APP_PAGES,
          copy: [META_RETURN_ADDRESS],
        },
        {
          text: `Copy the Instagram app ID and the Instagram app secret from the same page, and enter them here. Press Continue, log in, and allow it. ${PASTE_HINT} The login is renewed automatically.`,
          takes: ['instagramAppId', 'instagramAppSecret'],
        },
      ],
      fields: [
        {
          name: 'instagramAppId',
          label: 'Instagram app ID',
          placeholder: '1234567890',
          missing: 'Enter the Instagram app ID.',
          form: APP_ID,
        },
        {
          name: 'instagramAppSecret',
          label: 'Instagram app secret',
          isSecret: true,
          missing: 'Enter the Instagram app secret.',
          form: APP_SECRET,
        },
        ...readFields(reads),
      ],
    },
  ],
  cost: 'Nothing. An app of your own for your own account needs no review.',
  cannot: [
    'Personal accounts cannot be posted to: Instagram opens its API to professional ones only.',
    'Instagram fetches pictures from a public address: that of a hosted Supabase project or of the setting publicMediaUrl. Without one, they are put on the linked Page unpublished and removed afterwards; with "Instagram login" they appear under "Your turn".',
    'Instagram does not let apps delete posts. It accepts 100 posts a day.',
    'Videos are published as reels, pictures as JPEG. A picture that had to be converted has no public address.',
  ],
  figures:
    'Without the permission for insights (“Also read figures”), only likes, comments and followers are reported. Figures of stories are reported for a day.',
};
