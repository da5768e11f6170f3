import type { PlatformOptions } from '../options.ts';

/** https://developers.google.com/youtube/v3/docs/videos/insert */
export const KEPT_PRIVATE =
  'Your Google project is not audited: YouTube keeps its videos private until Google has audited it.';

/** The limit of all tags together: separated by commas, with quotation marks around those with spaces. */
export const TAGS_MAX = 500;

/** How many characters of TAGS_MAX these tags take. https://developers.google.com/youtube/v3/docs/videos#snippet.tags[] */
export function tagsLength(tags: readonly string[]): number {
  return tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), Math.max(0, tags.length - 1));
}

/** The id of a playlist that was given as an id or an address; null if it is neither. */
export function playlistId(given: string): string | null {
  const text = given.trim();
  const [, listed = text] = /[?&]list=([\w-]+)/.exec(text) ?? [];
  return /^[\w-]{10,100}$/.test(listed) ? listed : null;
}

/** https://developers.google.com/youtube/v3/docs/videos#resource */
export const youtubeOptions: PlatformOptions = {
  fields: [
    {
      name: 'title',
      label: 'Title',
      help: 'Instead of the first line of the text.',
      kind: 'text',
      maxLength: 100,
      pattern: /^[^<>]{2,}$/,
      mistake: 'The title needs at least 2 characters, and cannot contain < or >.',
      isOfPost: 'text',
    },
    {
      name: 'description',
      label: 'Description',
      help: 'Instead of the text below the title.',
      kind: 'text',
      isLong: true,
      maxLength: 5000,
      pattern: /^[^<>]*$/,
      mistake: 'YouTube allows no < or > in a description.',
      isOfPost: 'text',
    },
    {
      name: 'tags',
      label: 'Tags',
      help: 'Instead of the hashtags of the text. 500 characters in all.',
      kind: 'list',
      max: 100,
      itemLength: TAGS_MAX,
      placeholder: 'sourdough, baking at home',
      pattern: /^[^<>,]+$/,
      mistake: 'YouTube allows no < or > in tags.',
    },
    {
      name: 'playlist',
      label: 'Playlist',
      help: 'The address or ID of a playlist of your channel. The video is added once it is uploaded.',
      kind: 'text',
      maxLength: 300,
      placeholder: 'https://www.youtube.com/playlist?list=…',
      pattern: /^(?:\s*[\w-]{10,100}\s*|.{0,200}[?&]list=[\w-]{10,100}.{0,100})$/,
      mistake: 'This is not a playlist. Copy the address of one from YouTube.',
    },
    {
      name: 'privacy',
      label: 'Visibility',
      kind: 'choice',
      choices: [
        { value: 'public', label: 'Public' },
        { value: 'unlisted', label: 'Unlisted' },
        { value: 'private', label: 'Private' },
      ],
      unset: 'As chosen when connecting',
    },
    {
      name: 'madeForKids',
      label: 'Made for kids',
      help: 'Videos made for kids allow no comments.',
      kind: 'choice',
      choices: [
        { value: 'no', label: 'No' },
        { value: 'yes', label: 'Yes' },
      ],
      unset: 'As chosen when connecting',
    },
    {
      name: 'category',
      label: 'Category',
      kind: 'choice',
      choices: [
        { value: 'people', label: 'People & Blogs' },
        { value: 'autos', label: 'Autos & Vehicles' },
        { value: 'comedy', label: 'Comedy' },
        { value: 'education', label: 'Education' },
        { value: 'entertainment', label: 'Entertainment' },
        { value: 'film', label: 'Film & Animation' },
        { value: 'gaming', label: 'Gaming' },
        { value: 'howto', label: 'Howto & Style' },
        { value: 'music', label: 'Music' },
        { value: 'news', label: 'News & Politics' },
        { value: 'nonprofits', label: 'Nonprofits & Activism' },
        { value: 'pets', label: 'Pets & Animals' },
        { value: 'science', label: 'Science & Technology' },
        { value: 'sports', label: 'Sports' },
        { value: 'travel', label: 'Travel & Events' },
      ],
    },
    {
      name: 'license',
      label: 'License',
      kind: 'choice',
      choices: [
        { value: 'youtube', label: 'Standard YouTube License' },
        { value: 'creativeCommon', label: 'Creative Commons - Attribution' },
      ],
    },
    { name: 'notifySubscribers', label: 'Notify subscribers', kind: 'switch', isOn: true },
    { name: 'embeddable', label: 'Allow embedding', kind: 'switch', isOn: true },
  ],
  effects: ({ madeForKids, privacy }) => ({
    noComment: {
      ...(madeForKids !== undefined && { made_for_kids: madeForKids === 'yes' }),
      ...(privacy !== undefined && { private: privacy === 'private' }),
    },
  }),
  ofAccount: (field, { keepsPrivate }) =>
    field.name === 'privacy' && keepsPrivate ? { ...field, note: KEPT_PRIVATE } : field,
  problem({ tags }) {
    const length = Array.isArray(tags) ? tagsLength(tags) : 0;
    return length > TAGS_MAX ? `The tags have ${length} characters; the limit is ${TAGS_MAX}. Remove some.` : null;
  },
};
