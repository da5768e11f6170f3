import { asText, asTyped, draftOf as draftOfText, type Text, type Version } from '@/domain/posts/post-text.ts';
import type { PostFields } from '../../../../shared/posts/compose.ts';
import type { LinkCard } from '../../../../shared/posts/link-card.ts';
import { fittedTo } from '../../../../shared/posts/platform-limits.ts';
import type { PostOptions } from '../../../../shared/posts/platform-options.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { GeneratedContentRow, MediaItem } from '../../../../shared/workspace/database.ts';

/** Which text is being edited: the shared one, a platform's, or an account's. */
export type Target =
  | { kind: 'all' }
  | { kind: 'platform'; platform: Platform }
  | { kind: 'account'; platform: Platform; id: string };

/** A post as edited in the composer. `accountIds` is null for every connected account of the platforms. */
export type Draft = {
  main: Version;
  byPlatform: Partial<Record<Platform, Version>>;
  byAccount: Record<string, Version>;
  firstComment: string;
  /** Sends the pictures as one document; null if not chosen (see goesAsDocument). */
  asDocument: boolean | null;
  /** The link card for platforms that do not read pages; null for the page's own. */
  linkCard: LinkCard | null;
  /** The options chosen for each platform. */
  options: PostOptions;
  platforms: Platform[];
  accountIds: string[] | null;
  media: MediaItem[];
};

export const EMPTY_DRAFT: Draft = {
  main: { caption: '', hashtags: '' },
  byPlatform: {},
  byAccount: {},
  firstComment: '',
  asDocument: null,
  linkCard: null,
  options: {},
  platforms: [],
  accountIds: null,
  media: [],
};

/** A post's editable columns. */
export type StoredFields = Pick<
  GeneratedContentRow,
  | 'caption'
  | 'hashtags'
  | 'alternatives'
  | 'account_versions'
  | 'first_comment'
  | 'as_document'
  | 'link_card'
  | 'options'
  | 'platforms'
  | 'account_ids'
  | 'media'
  | 'media_url'
  | 'content_type'
>;

/** Converts a stored post. A platform whose stored text equals the main text has no separate version. */
export function draftOf(stored: StoredFields): Draft {
  const { main, own } = draftOfText({ ...stored, updated_at: '' }, Object.keys(stored.alternatives) as Platform[]);
  const versions = Object.entries(stored.account_versions).map(([id, text]) => [id, asTyped(text)]);
  return {
    main,
    byPlatform: own,
    byAccount: Object.fromEntries(versions),
    firstComment: stored.first_comment,
    asDocument: stored.as_document,
    linkCard: stored.link_card,
    options: stored.options,
    platforms: stored.platforms,
    accountIds: stored.account_ids,
    media: mediaOf(stored),
  };
}

/** The media of a post; posts made by other tools may only have a URL. */
function mediaOf({ media, media_url, content_type }: StoredFields): MediaItem[] {
  if (media.length > 0 || !media_url) return media;
  return [{ path: '', url: media_url, kind: content_type === 'video' ? 'video' : 'image' }];
}

export function fieldsOf(draft: Draft): PostFields {
  const texts = <Key extends string>(versions: Partial<Record<Key, Version>>) =>
    Object.fromEntries(
      Object.entries<Version | undefined>(versions).flatMap(([key, v]) => (v ? [[key, asText(v)]] : [])),
    );
  return {
    ...asText(draft.main),
    alternatives: texts(draft.byPlatform),
    account_versions: texts(draft.byAccount),
    first_comment: draft.firstComment,
    // Missing in copies stored by an older version.
    as_document: draft.asDocument ?? null,
    link_card: draft.linkCard ?? null,
    options: draft.options ?? {},
    platforms: draft.platforms,
    account_ids: draft.accountIds,
    media: draft.media,
  };
}

/** Whether the fields of two posts are equal. */
export function isSame(a: PostFields, b: PostFields): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** JSON with sorted keys: the database has its own order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Whether nothing would be lost: no text and no media. Accounts alone are not content. */
export function isBlank({ main, byPlatform, byAccount, firstComment, media }: Draft): boolean {
  const texts = [main, ...Object.values(byPlatform), ...Object.values(byAccount)];
  return (
    media.length === 0 && firstComment.trim() === '' && texts.every((t) => `${t.caption}${t.hashtags}`.trim() === '')
  );
}

/** A target's own version; undefined if it uses another's. */
export function ownVersion(draft: Draft, target: Target): Version | undefined {
  if (target.kind === 'all') return draft.main;
  return target.kind === 'platform' ? draft.byPlatform[target.platform] : draft.byAccount[target.id];
}

/** The text published to a target: its own, else its platform's, else the main text with the hashtags that fit. */
export function wordsFor(draft: Draft, target: Target): Text {
  const own = ownVersion(draft, target);
  if (own) return asText(own);
  if (target.kind === 'account') return wordsFor(draft, { kind: 'platform', platform: target.platform });
  const main = asText(draft.main);
  return target.kind === 'all' ? main : fittedTo(target.platform, main);
}

/** The draft with a target's own version, or without it for null. */
export function withVersion(draft: Draft, target: Target, version: Version | null): Draft {
  if (target.kind === 'all') return { ...draft, main: version ?? EMPTY_DRAFT.main };
  if (target.kind === 'platform') {
    const { [target.platform]: _, ...others } = draft.byPlatform;
    return { ...draft, byPlatform: version ? { ...others, [target.platform]: version } : others };
  }
  const { [target.id]: _, ...others } = draft.byAccount;
  return { ...draft, byAccount: version ? { ...others, [target.id]: version } : others };
}

export function withMoved(draft: Draft, from: number, to: number): Draft {
  const media = [...draft.media];
  const [item] = media.splice(from, 1);
  if (item) media.splice(Math.max(0, Math.min(to, media.length)), 0, item);
  return { ...draft, media };
}

/** The draft with redrawn pictures: `to` replaces `from`. Keeps the current order and alt texts. */
export function withRedrawn(
  draft: Draft,
  redrawn: readonly { from: Pick<MediaItem, 'path'>; to: Pick<MediaItem, 'path' | 'url' | 'card'> }[],
): Draft {
  const media = draft.media.map((item) => {
    const found = redrawn.find(({ from }) => from.path === item.path);
    if (!found) return item;
    const { path, url, card } = found.to;
    return { ...item, path, url, ...(card && { card }) };
  });
  return { ...draft, media };
}

/** The fields in which two posts differ, as users know them. */
export type Difference = 'text' | 'versions' | 'firstComment' | 'destinations' | 'media' | 'linkCard' | 'options';

export function differencesOf(mine: PostFields, theirs: PostFields): Difference[] {
  const fields: [Difference, (post: PostFields) => unknown][] = [
    ['text', ({ caption, hashtags }) => [caption, hashtags]],
    ['versions', ({ alternatives, account_versions }) => [alternatives, account_versions]],
    ['firstComment', ({ first_comment }) => first_comment],
    ['destinations', ({ platforms, account_ids }) => [[...platforms].sort(), account_ids && [...account_ids].sort()]],
    ['media', ({ media, as_document }) => [media, as_document]],
    ['linkCard', ({ link_card }) => link_card],
    ['options', ({ options }) => options],
  ];
  return fields.filter(([, part]) => canonical(part(mine)) !== canonical(part(theirs))).map(([name]) => name);
}
