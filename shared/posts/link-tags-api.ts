import { z } from 'zod';
import { asciiHost, isSite, SITES_MAX } from './link-tags.ts';
import { platformSchema } from './platforms.ts';
import { storableText } from './storable-text.ts';

const value = (most: number) => storableText(most).overwrite((text) => text.trim());
const site = storableText(253).refine(isSite, 'expected a site such as example.com').overwrite(asciiHost);

/** GET and PUT /api/link-tags: see LinkTags in link-tags.ts. */
export const linkTagsSchema = z.strictObject({
  isOn: z.boolean(),
  medium: value(100),
  campaign: value(200),
  sources: z.partialRecord(platformSchema, value(100)),
  domains: z.array(site).max(SITES_MAX),
});

/** Omitted fields are unchanged. */
export const linkTagsChangeSchema = linkTagsSchema.partial();
