import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Figures } from '../../../../shared/publishing/figures.ts';
import { nextPageFigures } from '../../../../shared/publishing/figures-times.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { claimProfile, hasProfile } from '../../../browser/profiles.ts';
import { AppError } from '../../../errors.ts';
import { type AutomationJob, enabledBySetting, type JobContext } from '../../../jobs/job.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot } from '../../../supabase/could-not.ts';
import type { Publisher } from '../publisher.ts';
import { OWN_PAGES, type PagesTally, pagesSummary, readingPages } from './messages.ts';
import type { OwnPages } from './own-pages.ts';
import { type VisitDeps, type VisitedPost, visitOwnPages } from './visit.ts';

/** The hour of the run: after the morning's warm-ups. */
const HOUR = 15;
/** Limits of a day's run. */
const ACCOUNTS_A_DAY = 10;
const POSTS_A_VISIT = 6;
const ASKED_MAX = 200;
/** Retry delay for a page that could not be read. */
const UNREADABLE_DAYS = 7;

export type OwnPagesDeps = Omit<VisitDeps, 'signal'> & {
  client: Client;
  publishers: readonly Publisher[];
  /** The workspace's id, which marks its profiles. */
  workspace: string;
  now(): Temporal.Instant;
  log: FastifyBaseLogger;
};

type DueAccount = {
  id: string;
  label: string;
  pages: OwnPages;
  posts: (VisitedPost & { publishedAt: Temporal.Instant })[];
};

/** Reads the metrics of manually published posts from the posts' own pages; off by default. */
export function ownPagesJob(deps: OwnPagesDeps): AutomationJob {
  const switched = enabledBySetting('read_own_pages');
  return {
    ...OWN_PAGES,
    ...switched,
    name: 'own-pages',
    isOn: (settings) => settings.collect_figures && switched.isOn(settings),
    schedule: () => ({ every: 'day', hour: HOUR }),
    run: (run) => readOwnPages(deps, run),
  };
}

async function readOwnPages(deps: OwnPagesDeps, { signal, report }: JobContext): Promise<string> {
  const tally: PagesTally = { read: 0, unreadable: 0, gone: 0, loggedOut: [], inUse: [], failed: [] };
  for (const account of await dueAccounts(deps)) {
    signal.throwIfAborted();
    report(readingPages(account.label));
    try {
      await claimProfile(deps.dataDir, account.id, deps.workspace);
      const end = await visitOwnPages(account, { ...deps, signal }, eventsOf(account, deps, tally));
      if (end === 'done') continue;
      tally.loggedOut.push(account.label);
      await deps.client.from('social_accounts').update({ is_logged_in: false }).eq('id', account.id).throwOnError();
    } catch (error) {
      signal.throwIfAborted();
      const isInUse = error instanceof AppError && error.code === 'conflict';
      (isInUse ? tally.inUse : tally.failed).push(account.label);
      deps.log.info({ err: error, accountId: account.id }, 'the pages of an account were not read');
    }
  }
  return pagesSummary(tally);
}

function eventsOf(account: DueAccount, { client, now }: OwnPagesDeps, tally: PagesTally) {
  const dueOf = ({ id }: VisitedPost, at: Temporal.Instant) => {
    const publishedAt = account.posts.find((post) => post.id === id)?.publishedAt;
    return publishedAt ? nextPageFigures(publishedAt, at) : null;
  };
  return {
    async onPost(post: VisitedPost, reading: Figures | 'gone' | 'unreadable') {
      const at = now();
      const isRead = typeof reading === 'object' && Object.keys(reading).length > 0;
      tally[isRead ? 'read' : reading === 'gone' ? 'gone' : 'unreadable'] += 1;
      const next = isRead ? dueOf(post, at) : reading === 'gone' ? null : at.add({ hours: UNREADABLE_DAYS * 24 });
      const kept = { delivery: post.id, told: isRead ? reading : {}, at: at.toString() };
      const { error } = await client.rpc('record_post_figures', {
        ...kept,
        ...(next && { next_due: next.toString() }),
      });
      if (error) throw couldNot('save the figures of a post', error);
    },
    async onFollowers(followers: number) {
      const row = { account_id: account.id, taken_at: now().toString(), followers };
      const { error } = await client.from('account_figures').insert(row);
      if (error) throw couldNot('save the followers of an account', error);
    },
  };
}

/** Logged-in accounts without a channel whose posts are due, longest overdue first. */
async function dueAccounts({ client, publishers, dataDir, sessions, now }: OwnPagesDeps): Promise<DueAccount[]> {
  const readers = new Map(publishers.flatMap(({ platform, ownPages }) => (ownPages ? [[platform, ownPages]] : [])));
  const { data, error } = await client
    .from('post_deliveries')
    .select(
      'id, platform, remote_url, published_at, social_accounts!inner(id, account_label, is_logged_in, channels(account_id))',
    )
    .eq('state', 'published')
    .eq('by_hand', true)
    .in('platform', [...readers.keys()])
    .lte('figures_due', now().toString())
    .eq('social_accounts.is_logged_in', true)
    .order('figures_due')
    .limit(ASKED_MAX);
  if (error) throw couldNot('look for posts that were published by hand', error);
  const accounts = new Map<string, DueAccount>();
  for (const { id, platform, remote_url, published_at, social_accounts: account } of data) {
    const [pages, address] = [readers.get(platform), parseUrl(remote_url ?? '')];
    if (!pages || !address || published_at === null || hasChannel(account.channels)) continue;
    const due = accounts.get(account.id) ?? { id: account.id, label: account.account_label, pages, posts: [] };
    if (due.posts.length < POSTS_A_VISIT && pages.postId(address) !== null)
      due.posts.push({ id, address, publishedAt: Temporal.Instant.from(published_at) });
    accounts.set(account.id, due);
  }
  const hasLogIn = async (id: string) => (await hasProfile(dataDir, id)) || (await sessions.read(id)) !== null;
  const here: DueAccount[] = [];
  for (const account of accounts.values())
    if (here.length < ACCOUNTS_A_DAY && account.posts.length > 0 && (await hasLogIn(account.id))) here.push(account);
  return here;
}

const hasChannel = (channels: unknown) => (Array.isArray(channels) ? channels.length > 0 : channels !== null);
