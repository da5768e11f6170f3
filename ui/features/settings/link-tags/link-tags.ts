import { linkTagMessages } from '@/features/settings/link-tags/link-tag-messages.ts';
import { isSite, type LinkTags, linkTagsOf, SITES_MAX } from '../../../../shared/posts/link-tags.ts';

/** The link tags as typed. The form stores them as one text, their JSON. */
export type TypedLinkTags = Omit<LinkTags, 'domains'> & {
  /** Whether only links to the listed sites are tagged. */
  isOwnOnly: boolean;
  /** The sites, one per line. */
  domains: string;
};

const { noSite, badSite, tooManySites } = linkTagMessages.errors;

export function linkTagsText(stored: Partial<LinkTags>): string {
  const { isOn, medium, campaign, sources, domains } = linkTagsOf(stored);
  // In a fixed order, because the texts are compared.
  const inOrder = Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)));
  const typed = {
    isOn,
    medium,
    campaign,
    sources: inOrder,
    isOwnOnly: domains.length > 0,
    domains: domains.join('\n'),
  };
  return textOf(typed);
}

export function typedOf(text: string): TypedLinkTags {
  return JSON.parse(text);
}

export function textOf({ isOn, medium, campaign, sources, isOwnOnly, domains }: TypedLinkTags): string {
  return JSON.stringify({ isOn, medium, campaign, sources, isOwnOnly, domains });
}

/** The link tags in their stored form. */
export function storedLinkTags(text: string): LinkTags {
  const { isOn, medium, campaign, sources, isOwnOnly, domains } = typedOf(text);
  const chosen = Object.entries(sources).filter(([, source]) => source.trim() !== '');
  return {
    isOn,
    medium: medium.trim(),
    campaign: campaign.trim(),
    sources: Object.fromEntries(chosen.map(([platform, source]) => [platform, source.trim()])),
    domains: isOwnOnly ? sitesIn(domains) : [],
  };
}

/** What is wrong with the typed sites, or null. */
export function sitesProblem(text: string): string | null {
  const { isOn, isOwnOnly, domains } = typedOf(text);
  if (!isOn || !isOwnOnly) return null;
  const sites = sitesIn(domains);
  if (sites.length === 0) return noSite;
  const bad = sites.find((site) => !isSite(site));
  if (bad !== undefined) return badSite(bad);
  return sites.length > SITES_MAX ? tooManySites : null;
}

function sitesIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
}
