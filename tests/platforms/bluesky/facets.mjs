// Reads texts as JSON, and prints the facets that Bluesky's own client finds in each.
import { text } from 'node:stream/consumers';
import { RichText } from '@atproto/api';

const texts = JSON.parse(await text(process.stdin));
const facets = texts.map((one) => {
  const rich = new RichText({ text: one });
  rich.detectFacetsWithoutResolution();
  return rich.facets ?? [];
});
process.stdout.write(`${JSON.stringify(facets)}\n`);
