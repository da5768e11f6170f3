import { SOURCE_MAX_BYTES, SOURCE_MAX_REDIRECTS } from './network.ts';

/** Reasons why a source could not be read, each with the remedy. `site` is the host as shown to users. */
export const SOURCE_REASONS = {
  badAddress: (url: string) => `"${url}" is not a web address. Use one that starts with http:// or https://.`,
  timedOut: (site: string, seconds: number) =>
    `${site} did not answer completely within ${seconds} seconds. Try again later or use another page.`,
  noTimeLeft: (site: string) =>
    `There was no time left to read ${site}: the other sources took too long. Try again later, or use fewer sources.`,
  unknownHost: (site: string) =>
    `There is no site at ${site}. Check the address for typing mistakes and your internet connection.`,
  refused: (site: string) =>
    `${site} refuses connections. Check the address, or use another page while the site is down.`,
  insecure: (site: string) => `${site} has no valid security certificate. Check the address or use another page.`,
  broken: (site: string) => `The connection to ${site} was interrupted. Try again later or use another page.`,
  redirectLoop: (site: string) =>
    `${site} redirects more than ${SOURCE_MAX_REDIRECTS} times. Open the page in a browser and use the address it ends at.`,
  redirectElsewhere: (site: string) =>
    `${site} redirects to something that is not a web page. Open the page in a browser and use the address it ends at.`,
  redirectInside: (site: string, target: string) =>
    `${site} redirects to ${target}, which is an address in a private network; public pages are not followed there. If that is the page you want, use its own address.`,
  inside: (site: string) => `${site} is an address in a private network. Only public pages are read here.`,
  pictureTooLarge: (site: string, megabytes: number) => `The picture on ${site} is larger than ${megabytes} MB.`,
  notFound: (site: string) => `The page does not exist on ${site} (404). Check the address or use another page.`,
  forbidden: (site: string, status: number) =>
    `${site} does not let programs read this page (${status}). Use a page that is open without signing in.`,
  busy: (site: string) => `${site} is limiting requests (429). Try again in a while.`,
  failing: (site: string, status: number) =>
    `${site} has a server problem (${status}). Try again later or use another page.`,
  notText: (site: string, kind: string) =>
    `The address on ${site} is ${kind}, not a page. Use the address of an article or a feed.`,
  garbled: (site: string) => `${site} did not send readable text. Use the address of an article or a feed.`,
  tooSlow: (site: string, seconds: number) =>
    `The page on ${site} takes more than ${seconds} seconds to read, because of how it is made. Use another page.`,
  tooLarge: (site: string) =>
    `The page on ${site} takes too much memory to read, because of how it is made. Use another page.`,
  unreadable: (site: string) => `The page on ${site} could not be read. Use another page.`,
  empty: (site: string) => `The page on ${site} is empty. Use another page.`,
  noArticle: (site: string) =>
    `The page on ${site} has no readable article, perhaps because scripts fill it in or it requires a sign-in. Use another page.`,
  noArticleWithinLimit: (site: string) =>
    `The first ${Math.round(SOURCE_MAX_BYTES / 1024 / 1024)} MB of the page on ${site} contain no article, and longer pages are not read. Use another page.`,
  emptyFeed: (site: string) => `The feed on ${site} has no entries with text. Use another feed or an article.`,
} as const;

/** Thrown when a source cannot be read; `reason` is the sentence for users. */
export class SourceError extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SourceProblem';
    this.reason = reason;
  }
}
