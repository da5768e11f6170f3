import { parseUrl } from '../web/parse-url.ts';
import type { LinkCard } from './link-card.ts';
import type { PostWords } from './platform-limits.ts';
import { PLATFORMS, type Platform, platformOf } from './platforms.ts';
import { addressesIn } from './x-length.ts';

/** The UTM parameters that links get when a post is sent, as the workspace chose them. */
export type LinkTags = {
  isOn: boolean;
  /** utm_medium; none if empty. */
  medium: string;
  /** utm_campaign, with {project} and {template} for the names of the post's own; none if empty. */
  campaign: string;
  /** utm_source by platform; by default the platform's name. */
  sources: { [platform in Platform]?: string };
  /** Only links to these sites and what is below them; all links if empty. */
  domains: string[];
};

export const SITES_MAX = 50;

export const DEFAULT_LINK_TAGS: LinkTags = { isOn: false, medium: 'social', campaign: '', sources: {}, domains: [] };

/** What made a post, for the campaign's name; nothing or null if nothing did. */
export type PostOrigin = {
  content_projects?: { niche_name: string } | null;
  template_name?: string | null;
};

/** What is added to the links of one post on one platform. */
export type LinkTagging = {
  /** Encoded, in their order. */
  parameters: readonly string[];
  /** As in LinkTags. */
  domains: readonly string[];
};

/** The settings with what is missing in the stored ones. */
export function linkTagsOf(stored: Partial<LinkTags> | undefined): LinkTags {
  return { ...DEFAULT_LINK_TAGS, ...stored };
}

/** The utm_source of a platform without a chosen one: `youtube`, `x`. */
export function usualSource(platform: Platform): string {
  const [name = ''] = (platformOf(platform).name ?? platformOf(platform).label).toLowerCase().split(/[\s/]/);
  return name;
}

/** What is added to a post's links on a platform; null if nothing is. */
export function taggingOf(
  stored: Partial<LinkTags> | undefined,
  platform: Platform,
  origin: PostOrigin,
): LinkTagging | null {
  const { isOn, medium, campaign, sources, domains } = linkTagsOf(stored);
  if (!isOn) return null;
  const values = {
    utm_source: sources[platform]?.trim() || usualSource(platform),
    utm_medium: medium.trim(),
    utm_campaign: campaignOf(campaign, origin),
  };
  const parameters = Object.entries(values).flatMap(([name, value]) => (value ? [`${name}=${encoded(value)}`] : []));
  return { parameters, domains };
}

/** A campaign's name: "Spring-{project}" becomes "Spring-bread-at-home". */
function campaignOf(campaign: string, { content_projects, template_name }: PostOrigin): string {
  const names: Record<string, string> = {
    '{project}': slug(content_projects?.niche_name ?? ''),
    '{template}': slug(template_name ?? ''),
  };
  const named = campaign.replace(/\{(?:project|template)\}/g, (name) => names[name] ?? '');
  // What joined it to a name that is missing: "spring-{template}".
  return named === campaign ? named.trim() : named.trim().replace(/^[-_\s]+|[-_\s]+$/g, '');
}

function slug(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Without signs at which a platform may end an address. */
function encoded(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')).replace(
    /[!'()*.~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The words of a post, with what its links depend on. */
type TaggedPost = PostWords & PostOrigin & { first_comment: string; link_card: LinkCard | null };

/** A post as it is sent to a platform: with the parameters in the links of its texts and its card. */
export function asSentOn<Post extends TaggedPost>(
  platform: Platform,
  post: Post,
  stored: Partial<LinkTags> | undefined,
): Post {
  const tagging = taggingOf(stored, platform, post);
  if (!tagging) return post;
  const { caption, alternatives, account_versions, first_comment, link_card } = post;
  const inAll = <Version extends { caption: string }>(versions: Record<string, Version>) =>
    Object.fromEntries(
      Object.entries(versions).map(([of, one]) => [of, { ...one, caption: withLinkTags(one.caption, tagging) }]),
    );
  return {
    ...post,
    caption: withLinkTags(caption, tagging),
    alternatives: inAll(alternatives),
    account_versions: inAll(account_versions),
    first_comment: withLinkTags(first_comment, tagging),
    link_card: link_card && 'url' in link_card ? { ...link_card, url: withTags(link_card.url, tagging) } : link_card,
  };
}

/** An address with a scheme, up to what certainly does not belong to it. */
const WRITTEN = /https?:\/\/[^\s<>"“”„«»]+/gi;

/**
 * The text with the parameters in its links. A bare name such as example.com stays as it was written, and so does a
 * link whose end the platforms see in different places, for example where text in another script follows it directly.
 */
export function withLinkTags(text: string, tagging: LinkTagging | null): string {
  if (!tagging || tagging.parameters.length === 0 || !/https?:\/\//i.test(text)) return text;
  const ends = new Map(addressesIn(text).map(({ start, end }) => [start, end]));
  return text.replace(WRITTEN, (written, start: number) => {
    const link = withoutSentence(written);
    if (ends.get(start) !== start + link.length) return written;
    const sent = withTags(link, tagging);
    // A path that ends with a dot ends an address where a query follows it.
    return addressesIn(sent)[0]?.end === sent.length ? sent + written.slice(link.length) : written;
  });
}

/** An address with the parameters. */
function withTags(link: string, { parameters, domains }: LinkTagging): string {
  const url = parseUrl(link);
  if (!url || url.username || url.password) return link;
  if (isOfPlatform(url) || !isAmong(domains, url.hostname)) return link;
  // A link that somebody has tagged says it as they want it, and is tagged once.
  if ([...url.searchParams.keys()].some((name) => name.toLowerCase().startsWith('utm_'))) return link;
  const [, address = link, hash = ''] = /^([^#]*)(.*)$/s.exec(link) ?? [];
  const [, origin = address, rest = ''] = /^(https?:\/\/[^/?]*)(.*)$/is.exec(address) ?? [];
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  const query = path.indexOf('?');
  const joint = query === -1 ? '?' : query === path.length - 1 || path.endsWith('&') ? '' : '&';
  return `${origin}${path}${joint}${parameters.join('&')}${hash}`;
}

const CLOSING = /[.,;:!?…'’‘)\]}、。，！？）」』]$/u;
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Without the sentence's punctuation behind it; a parenthesis that was opened in the address belongs to it. */
function withoutSentence(written: string): string {
  let link = written;
  for (let last = CLOSING.exec(link)?.[0]; last !== undefined; last = CLOSING.exec(link)?.[0]) {
    const opening = PAIRS[last];
    if (opening && link.split(opening).length >= link.split(last).length) break;
    link = link.slice(0, -last.length);
  }
  return link;
}

/** A page of a platform, which takes no parameters of ours. */
function isOfPlatform({ hostname, pathname }: URL): boolean {
  // A profile or post of any Mastodon server.
  return isAmongSites(OWN_SITES, hostname) || /^\/@[\w.-]+(?:@[\w.-]+)?(?:\/\d+)?\/?$/.test(pathname);
}

function isAmong(domains: readonly string[], hostname: string): boolean {
  return domains.length === 0 || isAmongSites(domains.map(asciiHost), hostname);
}

function isAmongSites(sites: readonly string[], hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return sites.some((site) => host === site || host.endsWith(`.${site}`));
}

/** A site's name as addresses have it: `www.Bäcker.de/shop` becomes xn--bcker-gra.de. Empty if it is none. */
export function asciiHost(typed: string): string {
  const address = /^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  return parseUrl(address)?.hostname.replace(/^www\./, '') ?? '';
}

/** Whether somebody typed the name of a site. */
export function isSite(typed: string): boolean {
  return /^[^\s@]+$/.test(typed.trim()) && /[^.]\.[^.]/.test(asciiHost(typed));
}

const OWN_SITES = PLATFORMS.flatMap(({ api, login, otherSites = [] }: ReturnType<typeof platformOf>) => [
  ...[api?.site, login?.url].flatMap((address) => (address ? asciiHost(address) : [])),
  ...otherSites,
]);
