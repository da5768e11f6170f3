import { screen, waitFor } from '@testing-library/dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { DryRun, PlannedDestination } from '../../../shared/posts/dry-run.ts';
import type { PostReasons } from '../../../shared/posts/post-reasons.ts';
import { isAt, says } from '../../helpers/component/app.tsx';
import { schedulerInDocument, textsOf } from '../../helpers/component/scheduler.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { isFull } from '../../helpers/depth.ts';

const FUNCTION = /^POST .*\/functions\/v1\/auto-generate-content/;
const LISTS = /\/rest\/v1\/(listed_posts|rpc\/count_posts)/;

const app = schedulerInDocument();
const { open, openLists, press, fail, hold, answer, letGo } = app;

describe('an empty workspace (§2)', () => {
  it('says that it is loading, then what to do first', async () => {
    hold(LISTS);
    await open('/scheduler');
    await says('Loading content...');
    letGo();
    await says(
      'AI Autopilot',
      'Generated Content (0)',
      'No content generated yet Click "Generate Content Now" to create your first post',
    );
    await press(/^Queue/);
    await says('Scheduled Posts Timeline (0)', 'No scheduled posts yet Content will appear here when scheduled');
  });

  it('that cannot be loaded says so once with the reason, and tries again when asked (§8)', async () => {
    await app.addPost();
    fail(/^GET .*\/rest\/v1\/listed_posts/);
    await open('/scheduler');
    await says('The database is full.');
    await waitFor(() => expect(textsOf('li[data-variant] p')).toEqual(SPECIFIED['Scheduler: load fails']));
    letGo();
    await press('Try again');
    await says('Sourdough', 'Scheduled Posts Timeline (1)');
  });
});

it('"Generate Content Now" is busy while it runs, shows its steps, and says what came of it (§8)', async () => {
  hold(FUNCTION);
  await openLists();
  await press('Generate Content Now');
  await says('Generating...', 'Reading your sources', 'Finding times');
  expect(textsOf('button:disabled')).toEqual(['Generating...']);
  letGo();
  await waitFor(() => expect(textsOf('li[data-variant=info]')).toHaveLength(1));
  await says('Generate Content Now', 'Generated Content (0)');
  for (const [fault, words] of [
    [{ status: 500, body: { error: 'Busy.' } }, [...SPECIFIED['Scheduler: generate fails'], 'Busy.']],
    [{ status: 200, body: { success: false } }, SPECIFIED['Scheduler: generate not success']],
    ['no connection', SPECIFIED['Scheduler: generate fails']],
    [{ status: 200, body: { success: false, message: 'Both sources are empty.' } }, ['Both sources are empty.']],
  ] as const) {
    fail(FUNCTION, fault);
    await press('Generate Content Now');
    await says(...words);
    letGo();
  }
  answer(FUNCTION, { success: true, template: 'Carousel Tips', created: 1 });
  await app.addPost();
  await press('Generate Content Now');
  await says(...SPECIFIED['Scheduler: generate success'], 'Scheduled Posts Timeline (1)', 'Sourdough');
});

/** The reasons shown for each post. */
const REASONS: PostReasons = {
  trigger: 'autopilot',
  project: { name: 'Home baking', choice: 'lacking', date: '2026-11-21', had: 0, wanted: 2 },
  template: { choice: 'weekday', name: 'Calm Saturday', weekday: 6, among: 1, lastUsedAt: null },
  time: {
    at: '2026-11-21T01:10:00Z',
    timezone: 'Asia/Tokyo',
    startHour: 10,
    endHour: 18,
    nth: 1,
    of: 1,
    later: null,
    keptApart: false,
  },
};

describe('the preview of the coming week', () => {
  afterEach(() => app.agent.admin.from('content_projects').delete().not('id', 'is', null).throwOnError());

  async function openPreview() {
    await openLists();
    await press('Preview the coming week');
  }

  it('leads to a first project where there is none', async () => {
    await openPreview();
    await says('The coming week Nothing is made while the AI Autopilot is off.', 'No content project yet');
    await press('Create Content', { role: 'link', inside: await screen.findByRole('dialog') });
    await isAt('/create');
  });

  it('says what happens on each day, in so many words', async () => {
    const post = { outcome: 'post', runsAt: '2026-11-21T01:00:00Z', reasons: REASONS } as const;
    const destinations: PlannedDestination[] = [
      { platform: 'bluesky', account: 'Ada', isDirect: true },
      { platform: 'instagram', account: 'Bread daily', isDirect: false },
      { platform: 'linkedin', account: null, isDirect: false },
    ];
    const later = { ...REASONS, time: { ...REASONS.time, at: '2026-11-24T01:00:00Z', later: 'full' as const } };
    const week: DryRun = {
      timezone: 'Asia/Tokyo',
      autopilot: 'paused',
      paused: [],
      days: [
        { ...post, date: '2026-11-21', isLate: true, destinations: [] },
        { ...post, date: '2026-11-22', isLate: false, reasons: later, destinations },
        { outcome: 'no_free_time', date: '2026-11-23', runsAt: '2026-11-23T01:00:00Z', isLate: false },
        { outcome: 'made', date: '2026-11-24', result: 'Made 1 post with the template Tips.' },
        { outcome: 'failed', date: '2026-11-25', result: null },
      ],
    };
    answer(FUNCTION, week);
    await openPreview();
    await says(
      'Nothing is made while automation is paused. This is what the AI Autopilot would do otherwise.',
      'Today, Sat, Nov 21 10:10 AM Home baking · Calm Saturday Its time today has passed, so it would run at once. Why on Sat, Nov 21',
      'Sun, Nov 22 Tue, Nov 24, 10:00 AM Home baking · Calm Saturday Goes to Bluesky (Ada). By hand: Instagram (Bread daily), LinkedIn. Why on Sun, Nov 22',
      'Mon, Nov 23 No post: every posting time of the coming year is taken.',
      'Tue, Nov 24 The AI Autopilot has run today. Made 1 post with the template Tips.',
      'Wed, Nov 25 The AI Autopilot has failed today.',
    );
  });
});

it('the switch of the autopilot makes posts every day or not, and says when next', async () => {
  const settings = () => app.agent.admin.from('app_settings');
  const off = { auto_generate_daily: false };
  await settings().update(off).not('id', 'is', null).throwOnError();
  await openLists();
  await says('AI Autopilot', 'Off');
  await press('Make posts every day', { role: 'switch' });
  await says('On · Next run');
  const { data } = await settings().select('auto_generate_daily').single().throwOnError();
  expect(data.auto_generate_daily).toBe(true);
  fail(/^PATCH .*app_settings/);
  await press('Make posts every day', { role: 'switch' });
  await says('The setting was not changed', 'The database is full.', 'On · Next run');
  await settings().update(off).not('id', 'is', null).throwOnError();
});

it.runIf(isFull)('"Why this post?" is answered on a post that keeps its reasons', async () => {
  const writer = { writer: 'openai:gpt-5-mini', input_tokens: 1204, output_tokens: 310, cost_usd: 0.0021 };
  await app.addContent({ caption: 'With reasons', reasons: REASONS, ...writer });
  await openLists('?tab=drafts');
  await press('Open “With reasons”');
  await says(
    'Started by The AI Autopilot, which makes one post a day.',
    'Project Home baking, the newest project that lacked posts: it had 0 of 2 posts for Nov 21, 2026.',
    'Template Calm Saturday, the template for Saturday.',
    'Writer gpt-5-mini (OpenAI), for about $0.0021 (1,204 tokens read, 310 written).',
  );
});
