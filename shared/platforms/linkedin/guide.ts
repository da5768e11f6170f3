import { type ChannelGuide, type CopyMistake, type GuideStep, RETURN_ADDRESS } from '../ways.ts';

/** As observed; LinkedIn documents no format. */
const CLIENT_ID = /^[a-z0-9]{14}$/;
const CLIENT_SECRET = /^(WPL_AP\d\.\S{10,}|[A-Za-z0-9]{16})$/;
const ACCESS_TOKEN = /^AQ[\w-]{40,}$/;

const THE_APP: readonly [GuideStep, GuideStep] = [
  {
    text: 'Press "Create app" in the LinkedIn Developer Portal. It asks for a LinkedIn Page: any page of yours will do, and making one is free.',
    url: 'https://www.linkedin.com/developers/apps/new',
  },
  {
    text: 'Under Products, press "Request access" for "Share on LinkedIn" and for "Sign In with LinkedIn using OpenID Connect". Both are granted at once.',
    at: ['www.linkedin.com/developers/apps/*'],
  },
];

const REDIRECT: GuideStep = {
  text: `Under Auth, press the pencil beside "Authorized redirect URLs for your app", add ${RETURN_ADDRESS} exactly as written, and press "Update".`,
  copy: [RETURN_ADDRESS],
};

const OTHER_KEY: CopyMistake = {
  form: ACCESS_TOKEN,
  words: 'This is an access token. Copy the Client ID and the Primary Client Secret, or choose "Access token" above.',
};

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'sign-in',
      label: 'Log in (recommended)',
      steps: [
        ...THE_APP,
        REDIRECT,
        {
          text: 'Copy the Client ID and the Primary Client Secret from the same page, and enter them here. Press Continue, log in, and allow it. Every 60 days, one click renews it.',
          takes: ['clientId', 'clientSecret'],
        },
      ],
      fields: [
        { name: 'clientId', label: 'Client ID', missing: 'Enter the Client ID.', form: CLIENT_ID },
        {
          name: 'clientSecret',
          label: 'Primary Client Secret',
          isSecret: true,
          missing: 'Enter the Primary Client Secret.',
          form: CLIENT_SECRET,
        },
      ],
      mistakes: [OTHER_KEY],
    },
    {
      kind: 'entry',
      label: 'Access token',
      steps: [
        ...THE_APP,
        {
          text: 'Open the token generator and select your app. Tick openid, profile and w_member_social, and press "Request access token".',
          url: 'https://www.linkedin.com/developers/tools/oauth/token-generator',
          takes: ['accessToken'],
          isRenewal: true,
        },
        { text: 'Allow it, press "Copy token", and enter the token here.' },
      ],
      fields: [
        {
          name: 'accessToken',
          label: 'Access token',
          isSecret: true,
          missing: 'Enter the access token.',
          form: ACCESS_TOKEN,
        },
      ],
      mistakes: [
        {
          form: CLIENT_SECRET,
          words: 'This is the app’s client secret. Make a token with the token generator, and press "Copy token".',
        },
        {
          form: CLIENT_ID,
          words: 'This is the app’s client ID. Make a token with the token generator, and press "Copy token".',
        },
      ],
    },
    {
      kind: 'sign-in',
      label: 'Company page',
      steps: [
        {
          text: 'This is for registered organizations: LinkedIn reviews them before it lets an app post to their page. Press "Create app" in the LinkedIn Developer Portal, and choose your company page. Use the app for this only: LinkedIn allows no other product in it.',
          url: 'https://www.linkedin.com/developers/apps/new',
        },
        {
          text: 'Under Settings, press "Verify" beside the page, and have a super admin of the page open the link.',
          at: ['www.linkedin.com/developers/apps/*'],
        },
        {
          text: 'Under Products, press "Request access" for "Community Management API", and fill in the form. LinkedIn checks the legal name, address, website and privacy policy of your organization, and a business e-mail address. Continue here once it has approved you.',
          at: ['www.linkedin.com/developers/apps/*/products'],
        },
        REDIRECT,
        {
          text: 'Copy the Client ID and the Primary Client Secret from the same page, and enter them here. Press Continue, log in as an administrator of the page, and allow it. With several pages, you choose one next. Every 60 days, one click renews it.',
          takes: ['pageClientId', 'pageClientSecret'],
        },
      ],
      fields: [
        { name: 'pageClientId', label: 'Client ID', missing: 'Enter the Client ID.', form: CLIENT_ID },
        {
          name: 'pageClientSecret',
          label: 'Primary Client Secret',
          isSecret: true,
          missing: 'Enter the Primary Client Secret.',
          form: CLIENT_SECRET,
        },
      ],
      mistakes: [OTHER_KEY],
    },
  ],
  cost: 'Nothing.',
  cannot: [
    'The login ends after 60 days. Local Agent reminds you 7 and 2 days ahead. A sign-in is renewed by one click, or automatically if LinkedIn has approved your app for refresh tokens; an access token has to be generated again.',
    'An account posts either to your profile, which needs no review, or to one company page. For pages, LinkedIn first grants a development tier with few calls, and the full one after it has seen a screen recording. It refuses individuals.',
    'LinkedIn does not let apps read the posts of a profile: if a response is lost, you have to check whether the post is there. Their likes and comments are not shown here; those of a page are.',
    'First comments are sent below the posts of a company page only: LinkedIn opens its API for comments on a profile to approved partners. Post those yourself.',
    'A company page’s posts are for everybody: it has no connections.',
    'Drawn slides are published as a PDF document to swipe through, which has no picture descriptions. Other pictures are shown side by side; the composer lets you choose.',
  ],
  figures:
    'For company pages only, and without advertising. Those of a profile need a permission of the same reviewed product, and are not read.',
};
