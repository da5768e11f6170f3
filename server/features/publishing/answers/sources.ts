import type { AnswerSource } from '../../../../shared/answers/answers.ts';
import { lacksInWords } from '../../../../shared/platforms/reads.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import type { ChannelLimits } from '../../../../shared/publishing/channel.ts';
import { isPaidByCall, readPriceOf } from '../../../../shared/publishing/prices.ts';
import type { Client } from '../../../supabase/connection.ts';
import { dataOf } from '../../../supabase/could-not.ts';
import { readPrice } from './messages.ts';
import { answerStore } from './store.ts';

const SOURCES_MAX = 500;

/** The state of collecting answers for each connected account whose platform has an API for them. */
export async function listSources(client: Client, agentId: string): Promise<AnswerSource[]> {
  const settings = await answerStore(client).settings();
  const channels = client
    .from('channels')
    .select(
      'account_id, platform, agent_id, state, answers_due, answers_since, answers_problem, limits, social_accounts!inner(account_label)',
    )
    .order('connected_at')
    .limit(SOURCES_MAX);
  return dataOf(await channels, 'list the accounts whose answers are collected').flatMap((channel): AnswerSource[] => {
    const { platform } = channel;
    if (!platformOf(platform).answers) return [];
    const isPaid = isPaidByCall(platform);
    const state = !settings.collect
      ? 'off'
      : isPaid && !settings.collectPaid
        ? 'paid'
        : settings.isPaused
          ? 'paused'
          : channel.state !== 'ready'
            ? 'reconnect'
            : channel.agent_id !== agentId
              ? 'elsewhere'
              : 'on';
    return [
      {
        account: { id: channel.account_id, label: channel.social_accounts.account_label },
        platform,
        state,
        since: channel.answers_since,
        nextAt: state === 'on' ? channel.answers_due : null,
        problem: channel.answers_problem ?? lackingPermission(platform, channel.limits),
        price: isPaid ? readPrice(readPriceOf(platform)) : null,
      },
    ];
  });
}

function lackingPermission(platform: Platform, { lacks = [] }: ChannelLimits): string | null {
  const known = platformOf(platform).reads?.answers;
  return known && !known.isExtra && lacks.includes('answers') ? `${lacksInWords(known)} ${known.needs}` : null;
}
