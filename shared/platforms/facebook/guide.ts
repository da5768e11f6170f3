import { readFields } from '../reads.ts';
import type { ChannelGuide, CopyMistake, EntryField, GuideStep } from '../ways.ts';
import { reads } from './reads.ts';
import { META_RETURN_ADDRESS } from './token-entry.ts';

/** The form of any Meta app's ID, including an Instagram app's. */
export const APP_ID = /^\d{13,20}$/;
export const APP_SECRET = /^[0-9a-f]{32}$/;

/** The token and, unless it was extended manually, the app that exchanges it. */
export const META_TOKEN_FIELDS: readonly EntryField[] = [
  {
    name: 'accessToken',
    label: 'Access token',
    isSecret: true,
    missing: 'Enter the access token.',
    form: /^EAA[A-Za-z0-9]{30,}$/,
  },
  {
    name: 'appId',
    label: 'App ID, if you did not extend the token',
    placeholder: '1234567890',
    isOptional: true,
    missing: 'Enter the app ID.',
    form: APP_ID,
  },
  {
    name: 'appSecret',
    label: 'App secret, if you did not extend the token',
    isSecret: true,
    isOptional: true,
    missing: 'Enter the app secret.',
    form: APP_SECRET,
  },
];

export const META_MISTAKES: readonly CopyMistake[] = [
  {
    form: /^\d{13,20}\|[\w-]{20,}$/,
    words: 'This is the app’s own token, which cannot post. Choose "Get User Access Token" in the Graph API Explorer.',
  },
];

/** The pages of an app at Meta for Developers; Meta documents only the settings page. */
export const META_USE_CASES = 'developers.facebook.com/apps/*/use_cases';
export const META_SETTINGS = 'developers.facebook.com/apps/*/settings/basic';

export const EXPLORER = 'https://developers.facebook.com/tools/explorer/';
export const TOKEN_DEBUGGER = 'https://developers.facebook.com/tools/debug/accesstoken/';
export const META_APPS = 'https://developers.facebook.com/apps/';

/** The app for a login on Facebook's page. */
export const META_APP_FIELDS: readonly EntryField[] = [
  { name: 'appId', label: 'App ID', placeholder: '1234567890', missing: 'Enter the app ID.', form: APP_ID },
  { name: 'appSecret', label: 'App secret', isSecret: true, missing: 'Enter the app secret.', form: APP_SECRET },
  {
    name: 'configId',
    label: 'Configuration ID, if the app has Facebook Login for Business',
    placeholder: '1234567890',
    isOptional: true,
    missing: 'Enter the configuration ID.',
  },
];

/** The step in which the user enters Meta's redirect address. */
export const RETURN_STEP: GuideStep = {
  text: `In the app's Facebook Login settings, enter ${META_RETURN_ADDRESS} under "Valid OAuth Redirect URIs", exactly as written, and save.`,
  copy: [META_RETURN_ADDRESS],
};

/** Why the browser ends on a page that does not load. */
export const PASTE_HINT =
  'The tab then ends on a page that does not load: paste its address here. Meta allows published apps no other address.';

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'entry',
      label: 'Access token',
      steps: [
        {
          text: 'Open My Apps at Meta for Developers, press "Create app", and choose the use case "Manage everything on your Page".',
          url: META_APPS,
        },
        {
          text: 'Under "Use cases", press "Customize", then "Add" beside pages_show_list, pages_read_engagement, pages_manage_posts, pages_manage_engagement and pages_read_user_content. To read impressions, reach and clicks, add read_insights, too.',
          at: [META_USE_CASES, 'developers.facebook.com/apps/*'],
        },
        {
          text: 'In App settings, Basic, enter the address of a privacy policy; the same will do for "User data deletion". Copy the app ID and the app secret ("Show"), too: with them, Local Agent extends your token. Then press "Publish", so that everyone sees your posts.',
          at: [META_SETTINGS],
          policies: ['privacy'],
          takes: ['appId', 'appSecret'],
        },
        {
          text: 'Open the Graph API Explorer, choose your app and "Get User Access Token", and add the same permissions; also business_management, if the Page belongs to a business portfolio. Press "Generate Access Token", and choose your Page.',
          url: EXPLORER,
          takes: ['accessToken'],
          isRenewal: true,
          copy: [
            'pages_show_list',
            'pages_read_engagement',
            'pages_manage_posts',
            'pages_manage_engagement',
            'pages_read_user_content',
            'read_insights',
            'business_management',
          ],
        },
        {
          text: 'Skip this step if you copied the app ID and the app secret. Otherwise paste that token into the Access Token Debugger, press "Debug", then "Extend Access Token" at the bottom, and copy the new token.',
          url: TOKEN_DEBUGGER,
          takes: ['accessToken'],
        },
        { text: 'Enter the token here. With several Pages, you choose one next.' },
      ],
      fields: META_TOKEN_FIELDS,
      mistakes: META_MISTAKES,
    },
    {
      kind: 'sign-in',
      label: 'Log in with Facebook',
      steps: [
        {
          text: 'Open My Apps at Meta for Developers, press "Create app", and choose the use case "Manage everything on your Page".',
          url: META_APPS,
        },
        {
          text: 'Under "Use cases", press "Customize", then "Add" beside pages_show_list, pages_read_engagement, pages_manage_posts, pages_manage_engagement and pages_read_user_content. To read impressions, reach and clicks, add read_insights, too.',
          at: [META_USE_CASES],
        },
        RETURN_STEP,
        {
          text: 'In App settings, Basic, enter the address of a privacy policy; the same will do for "User data deletion". Then press "Publish", so that everyone sees your posts.',
          at: [META_SETTINGS],
          policies: ['privacy'],
        },
        {
          text: `Copy the App ID and the App secret from App settings, Basic, and enter them here. Press Continue, log in, and choose your Page. ${PASTE_HINT}`,
          takes: ['appId', 'appSecret'],
        },
      ],
      fields: [...META_APP_FIELDS, ...readFields(reads, ['answers'])],
    },
  ],
  cost: 'Nothing. An app of your own for your own Pages needs no review.',
  cannot: [
    'It posts to Pages, never to personal profiles or groups.',
    'While your app is not published, only people with a role in it see the posts.',
    'According to Meta, the access that you allow by logging in ends after 90 days. Local Agent reminds you 7 and 2 days ahead, and one click renews it.',
    'Upright videos of 3 to 90 seconds and at least 540\u00a0×\u00a0960 are published as reels, of which Facebook accepts 30 a day; all others as ordinary videos.',
  ],
  figures:
    'Impressions, reach and clicks need the permission read_insights (“Also read figures”), and are reported for posts, not for reels.',
};
