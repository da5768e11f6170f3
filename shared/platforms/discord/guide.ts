import { APP_NAME, type ChannelGuide } from '../ways.ts';

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'entry',
      label: 'Webhook',
      steps: [
        {
          text: `On Discord, open the settings of the channel (the gear beside its name), Integrations, Webhooks, and press "New Webhook". Give it the name that your posts should show, such as ${APP_NAME}, and press "Copy Webhook URL".`,
          copy: [APP_NAME],
        },
        { text: 'Enter that address here. Anyone who has it can post to the channel.' },
      ],
      fields: [
        {
          name: 'webhook',
          label: 'Webhook URL',
          placeholder: 'https://discord.com/api/webhooks/…',
          isSecret: true,
          missing: 'Enter the address of the webhook.',
          form: /^https:\/\/((canary|ptb)\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/,
        },
      ],
      mistakes: [
        {
          form: /^https:\/\/((canary|ptb)\.)?discord(app)?\.com\/channels\//,
          words: 'This is the address of the channel. Press "Copy Webhook URL" in its settings, under Integrations.',
        },
        {
          form: /^[\w-]{23,30}\.[\w-]{6}\.[\w-]{27,}$/,
          words: 'This is the token of a bot, which is not needed. Press "Copy Webhook URL" in the channel’s settings.',
        },
      ],
    },
  ],
  cost: 'Nothing.',
  cannot: [
    'A webhook can find only posts whose ids are known: if a response is lost, you have to check whether the post is there.',
    'First comments are not sent: a webhook cannot reply. Post them yourself.',
    'Each file can have at most 10 MB, even on servers with boosts.',
    'Discord treats characters such as * and _ as formatting.',
    'Reactions are shown as likes; replies are not counted.',
  ],
  figures: 'Reactions count as likes.',
};
