import type { PlatformOptions } from '../options.ts';

const MUSIC = "By posting, you agree to TikTok's Music Usage Confirmation.";
const ONLY_ME = 'SELF_ONLY';
/** What viewers can do, which is off until the user turns it on for the post. */
const INTERACTION = { isOfPost: true, kind: 'switch' } as const;
const DISCLOSED = { only: { name: 'commercial', values: [true] }, isOfPost: true, kind: 'switch' } as const;

/**
 * The wording and rules of https://developers.tiktok.com/doc/content-sharing-guidelines: the user chooses who can see a
 * video, with nothing preselected, and what viewers can do is off until it is turned on for this very post. So neither
 * has a default of the account. Posts that no user composes, such as the autopilot's, get what was chosen when
 * connecting.
 */
export const tiktokOptions: PlatformOptions = {
  fields: [
    {
      name: 'privacy',
      label: 'Who can view this video',
      help: MUSIC,
      isOfPost: true,
      kind: 'choice',
      unset: 'As chosen when connecting',
      choices: [
        { value: 'PUBLIC_TO_EVERYONE', label: 'Everyone' },
        { value: 'MUTUAL_FOLLOW_FRIENDS', label: 'Friends' },
        { value: 'FOLLOWER_OF_CREATOR', label: 'Followers' },
        { value: ONLY_ME, label: 'Only me' },
      ],
    },
    { name: 'comments', label: 'Allow comments', ...INTERACTION },
    { name: 'duet', label: 'Allow Duet', ...INTERACTION },
    { name: 'stitch', label: 'Allow Stitch', ...INTERACTION },
    {
      name: 'commercial',
      label: 'Disclose commercial content',
      help: 'Turn on to disclose that this video promotes goods or services in exchange for something of value: your own, those of a third party, or both.',
      isOfPost: true,
      kind: 'switch',
    },
    {
      name: 'yourBrand',
      label: 'Your brand',
      help: `You are promoting yourself or your own business. Your video will be labeled as "Promotional content". ${MUSIC}`,
      ...DISCLOSED,
    },
    {
      name: 'brandedContent',
      label: 'Branded content',
      help: `You are promoting another brand or a third party. Your video will be labeled as "Paid partnership". By posting, you agree to TikTok's Branded Content Policy and Music Usage Confirmation.`,
      ...DISCLOSED,
    },
    {
      name: 'madeWithAi',
      label: 'AI-generated',
      help: 'TikTok labels the video. Videos made from AI-generated pictures are labelled anyway.',
      kind: 'switch',
    },
  ],
  ofAccount: (field) => (field.name === 'privacy' && field.kind === 'choice' ? { ...field, isRequired: true } : field),
  problem({ privacy, commercial, yourBrand, brandedContent }) {
    if (!commercial) return null;
    if (!yourBrand && !brandedContent)
      return 'You need to indicate if your content promotes yourself, a third party, or both. Turn on "Your brand" or "Branded content".';
    return brandedContent && privacy === ONLY_ME ? BRANDED_IS_PUBLIC : null;
  },
};

export const BRANDED_IS_PUBLIC =
  'Branded content visibility cannot be set to private. Choose who else can view the video.';
