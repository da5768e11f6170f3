import { type ChannelGuide, type EntryField, RETURN_ADDRESS } from '../ways.ts';

const CONSOLE = 'https://console.x.com';

const MONTHLY_BUDGET: EntryField = {
  name: 'monthlyBudget',
  label: 'Monthly limit in US dollars, if you want one',
  placeholder: '5',
  isOptional: true,
  missing: 'Enter an amount.',
};

/**
 * The formats of the keys in X's documentation:
 * https://docs.x.com/fundamentals/authentication/oauth-1-0a/api-key-and-secret
 */
const FORMS = {
  apiKey: /^[A-Za-z0-9]{20,30}$/,
  apiSecret: /^[A-Za-z0-9]{50}$/,
  accessToken: /^\d{1,19}-[A-Za-z0-9]{20,60}$/,
  accessTokenSecret: /^[A-Za-z0-9]{40,46}$/,
};
/** Base64 of an id and `:1:ci`. X's documentation shows an example, but no format. */
const CLIENT_ID = /^[\w-]{20,50}(MTpjaQ|E6Y2k|OmNp)$/;
const MISTAKES = [
  {
    form: /^A{18,}[A-Za-z0-9%]{60,}$/,
    words: 'This is the Bearer Token, which cannot post. Copy the API Key and Secret and the Access Token and Secret.',
  },
  {
    form: CLIENT_ID,
    words: 'This is the Client ID of OAuth 2.0. With four keys, copy those under "OAuth 1.0 Keys" instead.',
  },
];
const LOGIN_MISTAKES = [
  {
    form: FORMS.apiKey,
    words: 'This looks like the API Key. Copy the Client ID under "OAuth 2.0 Client ID and Client Secret" instead.',
  },
];

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'entry',
      label: 'API keys',
      steps: [
        {
          text: 'Log in to the X Developer Console as the account that should post, and accept the Developer Agreement.',
          url: CONSOLE,
        },
        { text: 'Press "Create App", and give it a name and a description.' },
        {
          text: 'Open the app. Under "User authentication settings" press "Set up" and choose "Read and write" and "Web App, Automated App or Bot". Enter http://127.0.0.1 as Callback URI and any page of yours, such as your profile, as Website URL, and save. The other addresses may stay empty.',
          copy: ['http://127.0.0.1'],
        },
        {
          text: 'Under "Keys and tokens", generate "API Key and Secret", then "Access Token and Secret". Tokens made before step 3 cannot post: regenerate those.',
          takes: ['apiKey', 'apiSecret', 'accessToken', 'accessTokenSecret'],
        },
        {
          text: 'Buy credits under Billing. X accepts no posts without them. You can set a spending limit there, too.',
          url: CONSOLE,
        },
        {
          text: 'Enter the four keys here. They do not expire. Each check costs about $0.01: now, then once a week.',
        },
      ],
      fields: [
        { name: 'apiKey', label: 'API Key', isSecret: true, missing: 'Enter the API Key.', form: FORMS.apiKey },
        {
          name: 'apiSecret',
          label: 'API Key Secret',
          isSecret: true,
          missing: 'Enter the API Key Secret.',
          form: FORMS.apiSecret,
        },
        {
          name: 'accessToken',
          label: 'Access Token',
          isSecret: true,
          missing: 'Enter the Access Token.',
          form: FORMS.accessToken,
        },
        {
          name: 'accessTokenSecret',
          label: 'Access Token Secret',
          isSecret: true,
          missing: 'Enter the Access Token Secret.',
          form: FORMS.accessTokenSecret,
        },
        MONTHLY_BUDGET,
      ],
      mistakes: MISTAKES,
    },
    {
      kind: 'sign-in',
      label: 'Log in with X',
      steps: [
        {
          text: 'Log in to the X Developer Console, and accept the Developer Agreement.',
          url: CONSOLE,
        },
        { text: 'Press "Create App", and give it a name and a description.' },
        {
          text: `Open the app. Under "User authentication settings" press "Set up" and choose "Read and write" and "Native App". Enter ${RETURN_ADDRESS} as Callback URI, exactly as written, and any page of yours, such as your profile, as Website URL, and save. The other addresses may stay empty.`,
          copy: [RETURN_ADDRESS],
        },
        {
          text: 'Buy credits under Billing. X accepts no posts without them. You can set a spending limit there, too.',
          url: CONSOLE,
        },
        {
          text: 'Copy the Client ID under "OAuth 2.0 Client ID and Client Secret", and enter it here; an app of the type "Web App" needs the Client Secret as well. Press Continue, log in as the account that should post, and allow it. The login is renewed automatically.',
          takes: ['clientId', 'clientSecret'],
        },
      ],
      fields: [
        { name: 'clientId', label: 'Client ID', missing: 'Enter the Client ID.', form: CLIENT_ID },
        {
          name: 'clientSecret',
          label: 'Client Secret, if the app is a "Web App"',
          isSecret: true,
          isOptional: true,
          missing: 'Enter the Client Secret.',
          form: /^[\w-]{50}$/,
        },
        MONTHLY_BUDGET,
      ],
      mistakes: LOGIN_MISTAKES,
    },
  ],
  cost: 'About $0.015 a post and $0.20 a post with a link, prepaid to X; each part of a thread is a post. A picture description costs $0.005. If a response from X is lost, looking for the post costs up to half a cent for each recent post.',
  cannot: [
    'Longer texts become threads of 280 characters each, even for accounts with X Premium.',
    'X has no descriptions for videos, so they are not sent.',
    'A post that would exceed your monthly limit is not published, and says so. Months are in UTC. Figures and answers that are read count as well.',
  ],
  figures:
    'A post’s figures are read after a day, a week and 30 days, for half a cent each, and the account’s every week, for a cent, from its monthly budget. X reports clicks on links for 30 days.',
};
