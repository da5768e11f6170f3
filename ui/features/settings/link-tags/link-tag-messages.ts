import { SITES_MAX } from '../../../../shared/posts/link-tags.ts';

export const linkTagMessages = {
  title: 'Link tracking',
  isOn: {
    label: 'Add UTM parameters to links',
    hint: 'Your website’s statistics then show which platform a visitor came from. Links get them when the post is sent; a link that already has UTM parameters stays as it is.',
  },
  medium: { label: 'Medium', hint: 'utm_medium' },
  campaign: {
    label: 'Campaign',
    hint: 'utm_campaign. Use {project} or {template} for the name of the project or template that made the post. Leave empty for none.',
  },
  sources: { legend: 'Source', hint: 'utm_source, for each platform' },
  which: { legend: 'Which links', all: 'All links, except to the platforms themselves', own: 'Only links to my sites' },
  sites: {
    label: 'My sites',
    hint: 'One on each line, such as example.com. Their subdomains are included.',
  },
  example: 'Example',
  errors: {
    noSite: 'Enter a site, such as example.com.',
    badSite: (site: string) => `“${site}” is not a site. Enter one such as example.com.`,
    tooManySites: `Enter at most ${SITES_MAX} sites.`,
  },
} as const;
