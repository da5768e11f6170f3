export const OWN_PAGES = {
  title: 'Read your own pages',
  about:
    'Once a day, looks at the posts that you published by hand, in each account’s own browser, and notes their likes, comments and views.',
} as const;

export const readingPages = (label: string) => `Looking at the posts of ${label}...`;

/** The result of a day's run: numbers of posts, and the labels of accounts that could not be visited, by reason. */
export type PagesTally = {
  read: number;
  unreadable: number;
  gone: number;
  loggedOut: string[];
  inUse: string[];
  failed: string[];
};

const list = new Intl.ListFormat('en-GB');
const posts = (count: number) => `${count} ${count === 1 ? 'post' : 'posts'}`;

export function pagesSummary({ read, unreadable, gone, loggedOut, inUse, failed }: PagesTally): string {
  const parts = [
    read > 0 ? `Read the figures of ${posts(read)}.` : 'No figures were read.',
    ...(unreadable > 0 ? [`Not readable: ${posts(unreadable)}, looked at again in a week.`] : []),
    ...(gone > 0 ? [`Deleted: ${posts(gone)}.`] : []),
    ...(loggedOut.length > 0 ? [`Log in again: ${list.format(loggedOut)}.`] : []),
    ...(inUse.length > 0 ? [`In use, so left for tomorrow: ${list.format(inUse)}.`] : []),
    ...(failed.length > 0 ? [`The browser failed at ${list.format(failed)}.`] : []),
  ];
  return parts.join(' ');
}
