import { describe, expect, it } from 'vitest';
import {
  type PostReasons,
  readReasons,
  type TemplateReason,
  type TimeReason,
} from '../../../shared/posts/post-reasons.ts';
import { whyThisPost } from '../../../shared/posts/reason-words.ts';

const project: PostReasons['project'] = { name: 'Rye', choice: 'lacking', date: '2026-11-21', had: 1, wanted: 3 };
const time: TimeReason = {
  at: '2026-11-21T08:05:00Z',
  timezone: 'Europe/Berlin',
  startHour: 8,
  endHour: 22,
  nth: 1,
  of: 1,
  later: null,
  keptApart: false,
};
const template: TemplateReason = { choice: 'any_day', name: 'Tips', missing: null, among: 1, lastUsedAt: null };

const reasons: PostReasons = { trigger: 'autopilot', project, template, time };
const builtIn = { writer: 'built-in', input_tokens: null, output_tokens: null, cost_usd: null };

/** The sentence for a label, with some reasons or the writer replaced. */
function words(label: string, fields: Partial<PostReasons>, written = {}): string | undefined {
  const why = whyThisPost({ ...reasons, ...fields }, { ...builtIn, ...written });
  return why.find((reason) => reason.label === label)?.text;
}

it('says all of it in order', () => {
  const labels = whyThisPost(reasons, builtIn).map(({ label }) => label);
  expect(labels).toEqual(['Started by', 'Project', 'Template', 'Planned for', 'Writer']);
});

it('says what asked for the post', () => {
  expect(words('Started by', {})).toBe('The AI Autopilot, which makes one post a day.');
  expect(words('Started by', { trigger: 'on_demand' })).toBe('You');
});

it.each<[Partial<PostReasons['project']>, string]>([
  [{}, 'Rye, the newest project that lacked posts: it had 1 of 3 posts for Nov 21, 2026.'],
  [{ choice: 'only', had: 0, wanted: 1 }, 'Rye, the only project: it had 0 of 1 post for Nov 21, 2026.'],
  [{ choice: 'newest', had: 3 }, 'Rye, the newest project: no project lacked posts for Nov 21, 2026.'],
])('the project %j', (fields, expected) =>
  expect(words('Project', { project: { ...project, ...fields } })).toBe(expected),
);

const used = { name: 'Tips', among: 3, lastUsedAt: '2026-11-20T23:30:00Z' };
it.each<[TemplateReason, string]>([
  [{ choice: 'weekday', name: 'Calm', weekday: 1, among: 1, lastUsedAt: null }, 'Calm, the template for Monday.'],
  [
    { choice: 'weekday', weekday: 6, ...used },
    'Tips, a template for Saturday. Least recently used of 3 (last used on Nov 21, 2026).',
  ],
  [template, 'Tips, the only active template without a weekday.'],
  [
    { choice: 'built_in', name: 'General', missing: null, active: 0 },
    'General, which is built in: no template is active.',
  ],
  [
    { choice: 'built_in', name: 'General', missing: 3, active: 2 },
    'General, which is built in: no active template is for Wednesday, or for any day.',
  ],
])('the template %j', (reason, expected) => expect(words('Template', { template: reason })).toBe(expected));

describe('the time', () => {
  const hours = 'the posting hours from 08:00 to 22:00 (Europe/Berlin)';
  it.each<[Partial<TimeReason>, string]>([
    [{}, `the first free time in ${hours}.`],
    [{ later: 'full' }, `the first free time in ${hours}. The day it was planned on had no room left.`],
    [{ later: 'over' }, `the first free time in ${hours}. The posting hours of the day it was planned on were over.`],
  ])('%j', (fields, expected) =>
    expect(words('Planned for', { time: { ...time, ...fields } })).toBe(`Nov 21, 2026, 9:05 AM GMT+1, ${expected}`),
  );
});

const model = { writer: 'openai:gpt-5-mini', input_tokens: 1204, output_tokens: 310, cost_usd: 0.0021 };
it.each<[object, string]>([
  [builtIn, 'The built-in writer, without an AI model.'],
  [model, 'gpt-5-mini (OpenAI), for about $0.0021 (1,204 tokens read, 310 written).'],
  [{ writer: 'ollama:llama3.2' }, 'llama3.2 (Ollama).'],
])('the writer %j', (written, expected) => expect(words('Writer', {}, written)).toBe(expected));

it('readReasons takes what it knows, and nothing else', () => {
  expect(readReasons(reasons)).toEqual(reasons);
  for (const other of [
    null,
    undefined,
    {},
    { ...reasons, trigger: 'magic' },
    { ...reasons, time: { ...time, timezone: 'Mars' } },
  ]) {
    expect(readReasons(other)).toBeNull();
  }
});
