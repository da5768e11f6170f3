import type { Temporal } from 'temporal-polyfill';
import { proposalInWords, timeInWeek } from '../../../shared/learning/choice-words.ts';
import { figuresOf } from '../../../shared/learning/choose.ts';
import {
  HARDLY_TRIED,
  type Knowledge,
  learnFrom,
  POSTS_NEEDED,
  placedInWeek,
} from '../../../shared/learning/learner.ts';
import type { KnownArm, Learning } from '../../../shared/learning/learning-api.ts';
import { type TimeArm, timeArmOf } from '../../../shared/learning/time-arm.ts';
import { timeKeyOf } from '../../../shared/learning/time-arms.ts';
import { hoursOfAccounts, type TimedAccount } from '../../../shared/posts/account-times.ts';
import { candidateTimes } from '../../../shared/posts/learned-time.ts';
import { findNextSlot } from '../../../shared/posts/next-slot.ts';
import { localDay, type PostingHours, postingHours } from '../../../shared/posts/scheduling.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { slotSources } from '../../supabase/slot-sources.ts';

const NO_ACCOUNT = 'There is no such account.';

type Asked = { now: Temporal.Instant; account: string | null };

/** What was learned from an account's posts, or from all posts. AppError not_found when there is no such account. */
export async function readLearning(client: Client, { now, account }: Asked): Promise<Learning> {
  const [settings] = dataOf(await client.from('app_settings').select('*'), 'read the settings');
  const mode = settings?.learning ?? 'suggest';
  const accounts = account === null ? [] : [await readAccount(client, account)];
  const hours = hoursOfAccounts(postingHours(settings ?? DEFAULT_SETTINGS), accounts);
  const sources = slotSources(client, hours);
  const posts = await sources.knownPosts(account === null ? null : [account]);
  const learner = learnFrom(placedInWeek(posts, hours.timezone), now);
  const [templates, projects] = await Promise.all([namesOf(client, 'templates'), namesOf(client, 'projects')]);
  return {
    mode,
    timezone: hours.timezone,
    posts: learner.posts,
    needed: POSTS_NEEDED,
    times: byTimes(allowedArms(now, hours).map((arm) => ({ ...arm, ...knownOf(learner.ofTime(arm)) }))),
    templates: byTimes(templates.map((one) => ({ ...one, ...knownOf(learner.ofTemplate(one.id)) }))),
    projects: byTimes(projects.map((one) => ({ ...one, ...knownOf(learner.ofProject(one.id)) }))),
    next: mode === 'off' ? null : await nextOf({ now, hours, accounts, mode }, sources),
  };
}

async function nextOf(...[asked, sources]: Parameters<typeof findNextSlot>): Promise<Learning['next']> {
  const learned = (await findNextSlot(asked, sources))?.learned;
  if (!learned) return null;
  const around = timeInWeek(timeArmOf(new Date(learned.at), learned.timezone));
  return { ...learned, words: proposalInWords(learned, around) };
}

async function readAccount(client: Client, id: string): Promise<TimedAccount> {
  const found = client.from('social_accounts').select('id, platform, posting_times').eq('id', id).maybeSingle();
  const { data: account, error } = await found;
  if (error) throw couldNot('read the account', error);
  if (!account) throw new AppError('not_found', NO_ACCOUNT);
  return account;
}

async function namesOf(client: Client, kind: 'templates' | 'projects'): Promise<{ id: string; name: string }[]> {
  if (kind === 'templates') {
    const active = client.from('content_style_templates').select('id, name').eq('is_active', true);
    return dataOf(await active.order('created_at').order('id'), 'read the templates');
  }
  const open = client.from('content_projects').select('id, name:niche_name').eq('is_paused', false);
  return dataOf(await open.order('created_at').order('id'), 'read the projects');
}

/** The hours of the week for which posts may be scheduled. */
function allowedArms(now: Temporal.Instant, hours: PostingHours): TimeArm[] {
  const { end } = localDay(now, hours.timezone);
  const times = candidateTimes({ now, hours, taken: [], first: end.add({ hours: 12 }), days: 8 });
  const arms = new Map(
    times
      .map((time) => timeArmOf(new Date(time.epochMilliseconds), hours.timezone))
      .map((arm) => [timeKeyOf(arm), arm]),
  );
  return [...arms.values()].sort((a, b) => Number(a.isWeekend) - Number(b.isWeekend) || a.hour - b.hour);
}

function knownOf(knowledge: Knowledge): KnownArm {
  return { ...figuresOf(knowledge), isHardlyTried: knowledge.posts < HARDLY_TRIED };
}

const byTimes = <T extends KnownArm>(all: T[]): T[] => all.toSorted((a, b) => b.times - a.times);
