import { APP_NAME, type ChannelGuide } from '../ways.ts';

/** Excludes the name of a bot, which BotFather writes next to the token. */
const CHANNEL = /^(-100\d{5,15}|(@|(https:\/\/)?(t|telegram)\.me\/)(?!BotFather|\w*[Bb]ot\/?$)[A-Za-z]\w{3,31}\/?)$/;

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'entry',
      label: 'Bot',
      steps: [
        {
          text: `Open BotFather on Telegram and send it /newbot. Name the bot ${APP_NAME}, choose a user name that ends in "bot", and copy the token that BotFather replies with.`,
          url: 'https://t.me/BotFather',
          copy: ['/newbot', APP_NAME],
          takes: ['botToken'],
        },
        {
          text: 'Open your channel, then its settings, Administrators, "Add administrator". Find the bot by its user name, and allow it to post messages and to delete messages.',
        },
        { text: 'Enter the token and the name of the channel here.' },
      ],
      fields: [
        {
          name: 'botToken',
          label: 'Token of the bot',
          placeholder: '1234567890:AA…',
          isSecret: true,
          missing: 'Enter the token of the bot.',
          form: /^\d{6,12}:[\w-]{30,50}$/,
        },
        {
          name: 'channel',
          label: 'Channel',
          placeholder: '@ada_bakes',
          missing: 'Enter the name of the channel.',
          form: CHANNEL,
        },
      ],
      mistakes: [
        {
          form: /^(https:\/\/)?(t|telegram)\.me\/(\+|joinchat\/)/,
          words:
            'This is an invitation, which does not name the channel. Enter its name, or the number of a private channel, which begins with -100.',
        },
      ],
    },
  ],
  cost: 'Nothing.',
  cannot: [
    'It posts to channels in which your bot is an administrator, not to chats or groups.',
    'A private channel is entered by its number, which begins with -100.',
    'Telegram does not show earlier posts to bots: if a response is lost, you have to check whether the post is there. Reactions and views are not shown here.',
    'Pictures are published without their descriptions: Telegram does not support them.',
    'First comments are not sent: they belong to the discussion group of the channel. Post them yourself.',
    'Text below pictures or a video can have at most 1,024 characters.',
    'Telegram may refuse to delete posts that are older than 48 hours.',
  ],
  figures: 'Telegram reports no figures of posts to bots.',
};
