import type { Platform } from '../../shared/posts/platforms.ts';
import type { ConsolePage } from './console-pages.ts';

/**
 * What a person does in a platform's console, by the steps of its guide (the last one's is in Local Agent): `press` a
 * button, `press … > page` one that leads on, `fill` a field with words of theirs, `paste` a value of the guide, `copy`
 * the value of a field of Local Agent.
 */
export type ConsoleWalk = {
  platform: Platform;
  label: string;
  /** The way's name, where it is not the first. */
  way?: string;
  steps: readonly { at: string; do: readonly string[] }[];
};

const X = 'console.x.com';
const LINKEDIN = 'www.linkedin.com/developers';
const META = 'developers.facebook.com';
const GOOGLE = 'console.cloud.google.com';
const TIKTOK = 'developers.tiktok.com';

const metaWalk = (useCases: readonly string[], scopes: readonly string[], more: readonly string[] = []) => [
  {
    at: `${META}/apps`,
    do: ['press Create app', 'fill App name', ...useCases, `press Save app > ${META}/apps/1/use_cases`],
  },
  { at: `${META}/apps/1/use_cases`, do: ['press Customize', ...scopes.map((scope) => `press Add ${scope}`), ...more] },
];
const explorerWalk = (scopes: readonly string[]) => ({
  at: `${META}/tools/explorer`,
  do: [
    'press Meta App',
    'press Get User Access Token',
    ...scopes.map((scope) => `paste ${scope}`),
    'press Generate Access Token',
    'press Choose the Page',
    'copy accessToken',
  ],
});
const PAGES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'];
const FACEBOOK = [...PAGES, 'pages_manage_engagement', 'pages_read_user_content'];
const INSTAGRAM = [...PAGES, 'instagram_basic', 'instagram_content_publish', 'instagram_manage_comments'];
const THREADS = ['content_publish', 'manage_replies', 'read_replies', 'manage_insights', 'delete'];
const THREADS_SETTINGS = 'www.threads.com/settings/account';
const PINTEREST = 'developers.pinterest.com';
const BOTFATHER = 't.me/BotFather';
const DEBUGGER = {
  at: `${META}/tools/debug/accesstoken`,
  do: ['fill Access token', 'press Debug', 'press Extend Access Token', 'copy accessToken'],
};

export const CONSOLE_WALKS: readonly ConsoleWalk[] = [
  {
    platform: 'twitter',
    label: 'X, four keys',
    steps: [
      { at: X, do: ['press Accept', `press Apps > ${X}/apps`] },
      { at: `${X}/apps`, do: ['press Create App', 'fill Name', 'fill Description', `press Save app > ${X}/apps/1`] },
      {
        at: `${X}/apps/1`,
        do: [
          'press Set up',
          'press Read and write',
          'press Web App',
          'paste http://127.0.0.1',
          'fill Website URL',
          'press Save',
          `press Keys and tokens > ${X}/apps/1/keys`,
        ],
      },
      {
        at: `${X}/apps/1/keys`,
        do: [
          'press Generate API Key',
          'copy apiKey',
          'copy apiSecret',
          'press Generate Access Token',
          'copy accessToken',
          'copy accessTokenSecret',
        ],
      },
      { at: `${X}/apps/1/keys`, do: ['press Billing', 'fill Amount', 'press Buy credits'] },
    ],
  },
  {
    platform: 'linkedin',
    label: 'LinkedIn, token',
    way: 'Access token',
    steps: [
      {
        at: `${LINKEDIN}/apps/new`,
        do: [
          'fill App name',
          'fill LinkedIn Page',
          'press Upload a logo',
          'press I agree',
          `press Create app > ${LINKEDIN}/apps/1/settings`,
        ],
      },
      {
        at: `${LINKEDIN}/apps/1/settings`,
        do: ['press Products', 'press Request Share on LinkedIn', 'press Request Sign In'],
      },
      {
        at: `${LINKEDIN}/tools/oauth/token-generator`,
        do: [
          'press Select app',
          'press openid',
          'press profile',
          'press w_member_social',
          'press Request access token',
          'press Allow',
          'copy accessToken',
        ],
      },
    ],
  },
  {
    platform: 'facebook',
    label: 'Facebook, token',
    steps: [
      ...metaWalk(['press Manage everything on your Page'], FACEBOOK, [
        `press App settings > ${META}/apps/1/settings/basic`,
      ]),
      { at: `${META}/apps/1/settings/basic`, do: ['fill Privacy policy', 'press Save', 'press Publish'] },
      explorerWalk(FACEBOOK),
      DEBUGGER,
    ],
  },
  {
    platform: 'instagram',
    label: 'Instagram, linked Page',
    steps: [
      { at: `${META}/apps`, do: [] },
      ...metaWalk(['press Manage everything on your Page', 'press Manage messaging'], INSTAGRAM),
      explorerWalk(INSTAGRAM),
      DEBUGGER,
    ],
  },
  {
    platform: 'threads',
    label: 'Threads, token',
    steps: [
      ...metaWalk(['press Access the Threads API'], THREADS, [
        'press App roles',
        'press Add people',
        'press Threads Tester',
        'fill User name',
        'press Invite',
      ]),
      { at: THREADS_SETTINGS, do: ['press Website permissions', 'press Invites', 'press Accept'] },
      {
        at: `${META}/apps`,
        do: ['press My app', 'press Settings', 'press Generate Access Token', 'press Allow', 'copy accessToken'],
      },
    ],
  },
  {
    platform: 'telegram',
    label: 'Telegram, bot',
    steps: [
      { at: BOTFATHER, do: ['paste /newbot', 'paste Local Agent', 'fill Name of the bot', 'copy botToken'] },
      {
        at: BOTFATHER,
        do: [
          'press Your channel',
          'press Edit',
          'press Administrators',
          'press Add administrator',
          'fill Name of the bot',
          'press Your bot',
          'press Done',
          'copy channel',
        ],
      },
    ],
  },
  {
    platform: 'discord',
    label: 'Discord, webhook',
    steps: [
      {
        at: 'discord.com/channels',
        do: [
          'press Edit channel',
          'press Integrations',
          'press Create Webhook',
          'press New Webhook',
          'paste Local Agent',
          'press Save',
          'copy webhook',
        ],
      },
    ],
  },
  {
    platform: 'pinterest',
    label: 'Pinterest',
    steps: [
      { at: 'www.pinterest.com/business/create', do: ['fill Name of the business', 'press Create account'] },
      {
        at: `${PINTEREST}/apps`,
        do: [
          'press Accept terms',
          'press Connect app',
          'paste Local Agent',
          'fill Company',
          'fill Website',
          'fill Privacy policy',
          'fill Purpose',
          'press Submit',
        ],
      },
      { at: `${PINTEREST}/apps`, do: ['press Manage', 'paste redirect', `press Save app > ${PINTEREST}/apps/1`] },
      {
        at: `${PINTEREST}/apps/1`,
        do: ['press Upgrade', 'fill Video', 'press Send', 'copy appId', 'copy appSecret'],
      },
    ],
  },
  {
    platform: 'youtube_shorts',
    label: 'YouTube',
    steps: [
      { at: `${GOOGLE}/projectcreate`, do: ['paste Local Agent', 'press Create'] },
      { at: `${GOOGLE}/apis/library/youtube.googleapis.com`, do: ['press Enable'] },
      {
        at: `${GOOGLE}/auth/overview`,
        do: ['press Get started', 'paste Local Agent', 'fill E-mail address', 'press External', 'press Create'],
      },
      { at: `${GOOGLE}/auth/audience`, do: ['press Publish app', 'press Confirm'] },
      {
        at: `${GOOGLE}/auth/clients`,
        do: ['press Create client', 'press Desktop app', 'press Create', 'copy clientId', 'copy clientSecret'],
      },
    ],
  },
  {
    platform: 'tiktok',
    label: 'TikTok',
    steps: [
      {
        at: `${TIKTOK}/apps`,
        do: ['press Connect an app', 'fill App name', 'press Desktop', `press Save app > ${TIKTOK}/app/1/pending`],
      },
      { at: `${TIKTOK}/app/1/pending`, do: ['press Add products', 'press Login Kit', 'press Content Posting API'] },
      { at: `${TIKTOK}/app/1/pending`, do: ['paste http://127.0.0.1:*/api/channels/return'] },
      {
        at: `${TIKTOK}/app/1/pending`,
        do: ['press Add scopes', 'press user.info.basic', 'press video.list', 'press video.upload', 'press Save'],
      },
      {
        at: `${TIKTOK}/app/1/pending`,
        do: ['press Add account', 'fill TikTok account', 'copy clientKey', 'copy clientSecret'],
      },
    ],
  },
];

/** The pages of these walks. */
export function pagesOfWalks(): Record<string, ConsolePage> {
  const pages: Record<string, ConsolePage> = {};
  for (const { steps } of CONSOLE_WALKS) {
    for (const { at, do: actions } of steps) {
      const page = pages[at] ?? { title: at };
      const buttons = actions.flatMap((action) => {
        const [, name, to] = /^(?:guided )?(?:press|copy) ([^>]+?)(?: > (.+))?$/.exec(action) ?? [];
        return name ? [[name, to ?? null] as const] : [];
      });
      pages[at] = { ...page, buttons: { ...page.buttons, ...Object.fromEntries(buttons) } };
    }
  }
  return pages;
}
