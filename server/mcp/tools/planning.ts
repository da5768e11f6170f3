import { z } from 'zod';
import { postingTimesApi, seriesApi } from '../../../shared/api/posts.ts';
import { presenceApi } from '../../../shared/api/presence.ts';
import { postingTimesChangeSchema } from '../../../shared/posts/posting-times-api.ts';
import { seriesChangeSchema } from '../../../shared/posts/series-api.ts';
import { call } from '../../agent-client/api.ts';
import { seriesChanged, seriesStopped } from '../messages.ts';
import { addTool, CHANGES, READS, type Registry } from '../tool.ts';

const id = z.uuid();
const account_id = id.optional().describe('Of list_accounts. Without it: the times of the workspace.');

/** list_off_times, list_series, show_series, change_series, stop_series, list_posting_times, set_posting_times. */
export function addPlanningTools(registry: Registry): void {
  addTool(
    registry,
    'list_off_times',
    {
      title: 'List posts in off times',
      description:
        'Lists the posts of the next 7 days that fall into times when no agent that can send them usually runs, so that they would go out late: by the hours in which each agent ran in the last weeks. Nothing is said in the first two weeks. Move such a post, or tell the person to keep an agent always on.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, presenceApi.getOffTimes);
      return { says: data.summary ? `${data.summary}.` : `${data.posts.length} posts in off times.`, data };
    },
  );

  addTool(
    registry,
    'list_series',
    {
      title: 'List repeating posts',
      description:
        'Lists what repeats, the latest begun first: its texts, which are used in turn, its rule (weekdays with 0 = Sunday, or a day of the month, in the time zone of the workspace), and from which day its next posts are made; null where all are.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, seriesApi.listSeries);
      return { says: `${data.length} repeating posts.`, data };
    },
  );

  addTool(
    registry,
    'show_series',
    {
      title: 'Show a repeating post',
      description: 'Shows the texts, the rule and the state of one series, a stopped one too.',
      input: z.strictObject({ id }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, params) => {
      const data = await call(api, seriesApi.getSeries, { params });
      return { says: data.isStopped ? 'It was stopped.' : 'It repeats.', data };
    },
  );

  addTool(
    registry,
    'change_series',
    {
      title: 'Change a repeating post',
      description:
        'Replaces the texts and the rule of a series: take those of show_series and change what is to change. Its new posts are scheduled and go out by themselves. "replace" deletes its scheduled posts and makes them anew, so that changes to single ones are lost; "keep" leaves them. What went out stays.',
      input: z.strictObject({ id, ...seriesChangeSchema.shape }),
      scope: 'publish',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async ({ api }, { id: series, ...body }) => {
      const data = await call(api, seriesApi.changeSeries, { params: { id: series }, body });
      return { says: seriesChanged(data), data };
    },
  );

  addTool(
    registry,
    'stop_series',
    {
      title: 'Stop repeating a post',
      description:
        'DELETES the posts of a series that are still scheduled, and makes no more. The person can restore those for 24 hours. What went out stays. Ask the person first.',
      input: z.strictObject({ id }),
      scope: 'publish',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async ({ api }, params) => {
      const data = await call(api, seriesApi.stopSeries, { params });
      return { says: seriesStopped(data.deleted), data };
    },
  );

  addTool(
    registry,
    'list_posting_times',
    {
      title: 'List the posting times',
      description:
        'Lists the times of the week at which posts are planned (0 = Sunday), and their time zone: those of the workspace with those of the accounts that have times of their own, or with "account_id" those of one account. None: an account uses those of the workspace, and the workspace spreads posts evenly over its posting hours.',
      input: z.strictObject({ account_id }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { account_id: account }) => {
      const data = await call(api, postingTimesApi.getPostingTimes, { query: { account } });
      return { says: `Times in ${data.timezone}.`, data };
    },
  );

  addTool(
    registry,
    'set_posting_times',
    {
      title: 'Choose the posting times',
      description:
        'Replaces the times of the named weekdays (0 = Sunday), such as ["09:00", "17:30"]; an empty list clears a day, and the other days stay. Posts that are scheduled already stay where they are.',
      input: z.strictObject({ account_id, ...postingTimesChangeSchema.shape }),
      scope: 'publish',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async ({ api }, { account_id: account, days }) => {
      const data = await call(api, postingTimesApi.setPostingTimes, { query: { account }, body: { days } });
      return { says: `Times in ${data.timezone}.`, data };
    },
  );
}
