import { APP_NAME, type ChannelGuide, NAMED_RETURN_ADDRESS } from '../ways.ts';

const MY_APPS = 'https://developers.pinterest.com/apps/';

export const guide: ChannelGuide = {
  ways: [
    {
      kind: 'sign-in',
      label: 'Log in with Pinterest',
      steps: [
        {
          text: 'You need a business account: an account becomes one for free.',
          url: 'https://www.pinterest.com/business/create/',
        },
        {
          text: `Open My apps, accept the terms, and press "Connect app". Name it, such as ${APP_NAME}, and say what it is for: making pins on your own boards. Pinterest asks for a website and its privacy policy, and reviews each app: trial access takes about a working day.`,
          url: MY_APPS,
          copy: [APP_NAME],
          policies: ['privacy'],
        },
        {
          text: `Once it is approved, open the app with "Manage", and add ${NAMED_RETURN_ADDRESS} under "Redirect URIs", exactly as written.`,
          url: MY_APPS,
          copy: [NAMED_RETURN_ADDRESS],
        },
        {
          text: 'Under "Upgrade to Standard access", show the app in a short video, so that Pinterest lets it make pins that everyone sees. Until then, your posts appear under "Your turn".',
          at: ['developers.pinterest.com/apps/*'],
        },
        {
          text: 'Copy the App ID and the App secret key from the same page, and enter them here. Press Continue, log in as the account that should post, and allow it. The login is renewed automatically.',
          at: ['developers.pinterest.com/apps/*'],
          takes: ['appId', 'appSecret'],
        },
      ],
      fields: [
        // As observed; Pinterest documents no format.
        { name: 'appId', label: 'App ID', missing: 'Enter the App ID.', form: /^\d{6,12}$/ },
        {
          name: 'appSecret',
          label: 'App secret key',
          isSecret: true,
          missing: 'Enter the App secret key.',
          form: /^[0-9a-f]{40}$/,
        },
      ],
      mistakes: [
        {
          form: /^pina_\S{20,}$/,
          words: 'This is an access token, which expires within a day. Copy the App ID and the App secret key instead.',
        },
      ],
    },
  ],
  cost: 'Nothing. An app with trial access may make 1,000 requests a day.',
  cannot: [
    'With trial access only you see the pins of an app, or Pinterest refuses them: then posts appear under "Your turn" until Pinterest has granted Standard access.',
    'Each pin is on a board. Choose one in the post, or once for the account under Posting defaults. Secret boards are not offered.',
    'Two to five pictures make a carousel: give them the same shape, ideally 2:3. Pinterest accepts one description for the whole pin, so theirs are joined.',
    'Links in a description cannot be clicked: the pin leads to its link.',
    'First comments are not sent: the API does not support them. Post them yourself.',
    'The login ends when the agent has not run for 60 days.',
  ],
};
