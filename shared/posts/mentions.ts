import { blueskyFeaturesIn } from './bluesky-features.ts';
import { PLATFORMS, type Platform, platformName, platformOf } from './platforms.ts';

/** An account's name after @, as on most platforms. */
const NAME = '[@＠][\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.]*[\\p{L}\\p{N}_])?';
/** Patterns of names by the descriptors' `look.names`; NAME if that is not set. */
export const NAMES = {
  domain: '@[a-z0-9-]+\\.[a-z0-9.-]*[a-z0-9]',
  server: `${NAME}(?:@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)?`,
  word: '[@＠][a-z0-9_]+(?![@\\p{L}\\p{N}_])',
};

/** Names such as @ada@mastodon.example, which other platforms show as plain text or read as @ada. */
const WITH_SERVER =
  /(?<![\p{L}\p{N}_&/@.])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,98}[\p{L}\p{N}_])?@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9}/giu;
/** The ending by which a Bluesky handle is recognised on platforms whose own names may contain dots. */
const OF_BLUESKY = '.bsky.social';

/** The pattern of a mention on a platform, for a regular expression with the flags i and u; null without mentions. */
export function mentionPattern(platform: Platform): string | null {
  const { names } = platformOf(platform).look;
  if (names === 'none') return null;
  return names ? NAMES[names] : NAME;
}

/**
 * A mention in the form of its `home` platform, within a text for another one. There it is plain text (`becomes` is
 * null) or mentions the account `becomes`. `end` is exclusive.
 */
export type ForeignMention = { start: number; end: number; shown: string; home: Platform; becomes: string | null };

/** Bare names such as @ada are valid on every platform, so they are never foreign. */
export function foreignMentions(platform: Platform, text: string): ForeignMention[] {
  const { names } = platformOf(platform).look;
  const found = [
    ...(names === 'server' ? [] : withServerIn(text)),
    ...(names === 'domain' ? [] : domainsIn(text, names === undefined)),
  ];
  return found
    .sort((one, other) => one.start - other.start)
    .map((mention) => ({ ...mention, becomes: becomesOn(platform, text, mention) }));
}

/** A sentence for the user on how other platforms treat a mention. */
export function foreignMentionInWords(
  { shown, home }: Pick<ForeignMention, 'shown' | 'home'>,
  outcomes: readonly { becomes: string | null; platform: Platform }[],
): string {
  const plain = outcomes.filter(({ becomes }) => becomes === null);
  const others = outcomes.filter(({ becomes }) => becomes !== null);
  const namesOf = (of: typeof outcomes) =>
    new Intl.ListFormat('en').format(of.map((one) => platformName(one.platform)));
  const parts = [
    ...(plain.length > 0 ? [`it is plain text on ${namesOf(plain)}`] : []),
    ...(others.length > 0 ? [`${namesOf(others)} would read ${others[0]?.becomes}, perhaps someone else`] : []),
  ];
  return `${shown} is a name on ${platformName(home)}: ${parts.join(', and ')}.`;
}

type Found = Omit<ForeignMention, 'becomes'>;

function withServerIn(text: string): Found[] {
  const home = homeOf('server');
  return [...text.matchAll(WITH_SERVER)].map(({ 0: shown, index }) => ({
    start: index,
    end: index + shown.length,
    shown,
    home,
  }));
}

/** Handles in lower case only: "Thanks, @ada.It was" contains none. */
function domainsIn(text: string, isDotted: boolean): Found[] {
  const home = homeOf('domain');
  return blueskyFeaturesIn(text).flatMap(({ start, end, feature }) => {
    const shown = text.slice(start, end);
    if (feature.kind !== 'mention' || shown !== `@${feature.handle}` || text[end] === '@') return [];
    return isDotted && !shown.endsWith(OF_BLUESKY) ? [] : [{ start, end, shown, home }];
  });
}

function homeOf(form: 'domain' | 'server'): Platform {
  const home = PLATFORMS.find(({ id }) => platformOf(id).look.names === form);
  if (!home) throw new Error(`No platform has names of the form ${form}.`);
  return home.id;
}

/** The name that a platform reads from a foreign mention; null for none. It is never the whole foreign handle. */
function becomesOn(platform: Platform, text: string, { start, shown }: Found): string | null {
  const pattern = mentionPattern(platform);
  if (pattern === null) return null;
  const own = new RegExp(pattern, 'iuy');
  own.lastIndex = start;
  const [name = null] = own.exec(text) ?? [];
  return name === shown ? null : name;
}
