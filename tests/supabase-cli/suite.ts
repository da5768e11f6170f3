import type { SupabaseClient } from '@supabase/supabase-js';
import { CONTENT, NOBODY, OTHER_CONTENT, POST, PROJECT, SCRIPT } from '../server/supabase/embedded/rest/seed.ts';

/** A supabase-js call, with its name here. */
export type SuiteCall = [name: string, call: (client: SupabaseClient) => PromiseLike<unknown>];

const SCRIPT_ROW = { name: 'Fresh', code: 'await page.goto()' };

/** The kinds of reads in the product (grep for `.from(` and `.rpc(`), and their errors. */
const READS: SuiteCall[] = [
  ['all rows in order', (c) => c.from('puppeteer_scripts').select().order('name', { ascending: false })],
  [
    'a page of rows, counted',
    (c) => c.from('puppeteer_scripts').select('name', { count: 'exact' }).order('name').range(1, 1),
  ],
  ['a page past the end', (c) => c.from('puppeteer_scripts').select('name', { count: 'exact' }).range(20, 29)],
  ['only the count', (c) => c.from('puppeteer_scripts').select('id', { count: 'exact', head: true }).neq('name', 'A')],
  [
    'a planned count',
    (c) =>
      c
        .from('members')
        .select('user_id', { count: 'planned' })
        .limit(0)
        .then(({ error, status }) => ({ error, status })),
  ],
  ['nulls first', (c) => c.from('content_style_templates').select('name').order('day_of_week', { nullsFirst: true })],
  [
    'several filters',
    (c) =>
      c.from('content_style_templates').select('name').gt('day_of_week', -1).lte('day_of_week', 1).neq('name', 'T0'),
  ],
  ['equal to all of an object', (c) => c.from('puppeteer_scripts').select('name').match({ id: SCRIPT, name: 'A' })],
  [
    'one of many',
    (c) => c.from('generated_content').select('caption').in('caption', ['one', 'two, "q" (p)']).order('caption'),
  ],
  ['none of many', (c) => c.from('scheduled_posts').select('id').not('status', 'in', '(cancelled,failed)').order('id')],
  ['no list', (c) => c.from('generated_content').select('caption').not('media', 'eq', '[]')],
  ['an array that contains', (c) => c.from('generated_content').select('caption').contains('platforms', ['tiktok'])],
  [
    'an array that overlaps',
    (c) => c.from('generated_content').select('caption').overlaps('platforms', ['tiktok', 'threads']),
  ],
  [
    'JSON that contains',
    (c) =>
      c
        .from('generated_content')
        .select('caption')
        .contains('media', JSON.stringify([{ path: 'x' }])),
  ],
  ['words anywhere', (c) => c.from('generated_content').select('caption').ilike('caption', '%ON%')],
  [
    'either of two conditions',
    (c) =>
      c
        .from('generated_content')
        .select('caption')
        .or('project_id.is.null,and(caption.eq.one,content_type.eq.text)')
        .order('caption'),
  ],
  [
    'a time before and after',
    (c) =>
      c
        .from('scheduled_posts')
        .select('id')
        .gte('scheduled_time', '2026-02-01T10:00:00Z')
        .lt('scheduled_time', '2026-03-01T10:00:00Z'),
  ],
  [
    'what a post is made of',
    (c) =>
      c
        .from('scheduled_posts')
        .select('id, scheduled_time, generated_content!inner(caption, platforms)')
        .eq('generated_content.content_type', 'text'),
  ],
  [
    'posts of each project, the first',
    (c) =>
      c
        .from('content_projects')
        .select('niche_name, generated_content(caption)')
        .order('created_at', { referencedTable: 'generated_content', ascending: false })
        .limit(1, { referencedTable: 'generated_content' }),
  ],
  [
    'two levels, renamed',
    (c) =>
      c
        .from('scheduled_posts')
        .select('id, content:content_id(caption, project:content_projects(niche_name))')
        .order('id'),
  ],
  [
    'posts without deliveries',
    (c) => c.from('scheduled_posts').select('id, post_deliveries(id)').is('post_deliveries', null).order('id'),
  ],
  ['CSV', (c) => c.from('content_style_templates').select('name, day_of_week').order('name').csv()],
  ['one row', (c) => c.from('puppeteer_scripts').select('name, code').eq('id', SCRIPT).single()],
  ['one row of none', (c) => c.from('puppeteer_scripts').select().eq('id', NOBODY).single()],
  ['one row of three', (c) => c.from('puppeteer_scripts').select().single()],
  ['a row, if any', (c) => c.from('puppeteer_scripts').select('name').eq('id', SCRIPT).maybeSingle()],
  ['a row, if any, of none', (c) => c.from('puppeteer_scripts').select('name').eq('id', NOBODY).maybeSingle()],
  ['a row, if any, of three', (c) => c.from('puppeteer_scripts').select('name').maybeSingle()],
  ['a view', (c) => c.from('listed_posts').select('id, caption, status').order('id')],
  ['a table that is not there', (c) => c.from('puppeteer_script').select()],
  ['a column that is not there', (c) => c.from('puppeteer_scripts').select('nam')],
  ['a relation that is not there', (c) => c.from('puppeteer_scripts').select('id, webhooks(id)')],
  ['a filter of the wrong type', (c) => c.from('puppeteer_scripts').select().eq('id', 'nope')],
  ['a filter that cannot be read', (c) => c.from('puppeteer_scripts').select().or('name.is')],
  ['another schema', (c) => c.schema('private').from('cloud_writing').select()],
];

/** Each starts from the seed's rows. */
const WRITES: SuiteCall[] = [
  ['insert', (c) => c.from('puppeteer_scripts').insert(SCRIPT_ROW)],
  ['insert and return', (c) => c.from('puppeteer_scripts').insert(SCRIPT_ROW).select('name, code').single()],
  [
    'insert several, of unlike keys',
    (c) =>
      c
        .from('puppeteer_scripts')
        .insert([SCRIPT_ROW, { name: 'Bare' }])
        .select('name'),
  ],
  [
    'insert several, with defaults',
    (c) =>
      c
        .from('puppeteer_scripts')
        .insert([SCRIPT_ROW, { name: 'Bare' }], { defaultToNull: false })
        .select('name'),
  ],
  ['insert none', (c) => c.from('puppeteer_scripts').insert([]).select()],
  [
    'insert and return what belongs to it',
    (c) =>
      c
        .from('scheduled_posts')
        .insert({ content_id: OTHER_CONTENT, scheduled_time: '2026-05-01T00:00:00Z' })
        .select('status, generated_content(caption)')
        .single(),
  ],
  ['insert and count', (c) => c.from('puppeteer_scripts').insert([SCRIPT_ROW, SCRIPT_ROW], { count: 'exact' })],
  [
    'insert what is there',
    (c) => c.from('social_accounts').insert({ platform: 'instagram', account_label: 'ig' }).select(),
  ],
  [
    'insert what a check refuses',
    (c) => c.from('content_style_templates').insert({ name: 'x', prompt_template: 'p', day_of_week: 9 }),
  ],
  [
    'insert a reference to nothing',
    (c) => c.from('scheduled_posts').insert({ content_id: PROJECT, scheduled_time: '2026-01-01' }),
  ],
  ['insert without what must be', (c) => c.from('puppeteer_scripts').insert({ code: 'p' })],
  ['insert a column that is not there', (c) => c.from('puppeteer_scripts').insert({ ...SCRIPT_ROW, nope: 1 })],
  ['insert into what is not for members', (c) => c.from('members').insert({ user_id: PROJECT })],
  [
    'upsert a row that is there',
    (c) => c.from('puppeteer_scripts').upsert({ id: SCRIPT, name: 'Again' }).select('name'),
  ],
  [
    'upsert by another key',
    (c) => c.from('media_details').upsert({ path: 'x', alt: 'A loaf' }, { onConflict: 'path' }).select('path, alt'),
  ],
  [
    'upsert, keeping what is there',
    (c) => c.from('puppeteer_scripts').upsert({ id: SCRIPT, name: 'Again' }, { ignoreDuplicates: true }).select('name'),
  ],
  ['update', (c) => c.from('puppeteer_scripts').update({ name: 'New' }).eq('id', SCRIPT)],
  [
    'update and return',
    (c) => c.from('puppeteer_scripts').update({ name: 'New' }).not('id', 'is', null).select('name'),
  ],
  [
    'update and count',
    (c) => c.from('puppeteer_scripts').update({ name: 'New' }, { count: 'exact' }).neq('id', SCRIPT),
  ],
  [
    'update arrays and JSON',
    (c) =>
      c
        .from('generated_content')
        .update({ hashtags: ['#a b', '"'], media: [] })
        .eq('id', CONTENT)
        .select('hashtags, media')
        .single(),
  ],
  [
    'update what is not there, for one row',
    (c) => c.from('puppeteer_scripts').update({ name: 'New' }).eq('id', NOBODY).select().single(),
  ],
  [
    'update what is not there, if any',
    (c) => c.from('puppeteer_scripts').update({ name: 'New' }).eq('id', NOBODY).select().maybeSingle(),
  ],
  ['update without a condition', (c) => c.from('puppeteer_scripts').update({ name: 'New' }).select('name')],
  ['update a state by hand', (c) => c.from('scheduled_posts').update({ status: 'nope' }).eq('id', POST)],
  ['delete', (c) => c.from('puppeteer_scripts').delete().eq('id', SCRIPT)],
  ['delete and return', (c) => c.from('puppeteer_scripts').delete().eq('id', SCRIPT).select('name')],
  ['delete and count', (c) => c.from('puppeteer_scripts').delete({ count: 'exact' }).in('name', ['A', 'B'])],
  ['delete without a condition', (c) => c.from('puppeteer_scripts').delete()],
  ['call a function', (c) => c.rpc('cancel_post', { post: POST })],
  [
    'call for JSON',
    (c) => c.rpc('save_content', { content: CONTENT, expected: '2026-01-02', fields: { caption: 'x' } }),
  ],
  ['call for rows, filtered', (c) => c.rpc('list_members').select('email, role').eq('role', 'owner')],
  ['call for rows, one', (c) => c.rpc('list_members').select('email').single()],
  ['call for nothing', (c) => c.rpc('create_first_settings', { zone: 'Europe/Berlin' })],
  ['call by GET', (c) => c.rpc('is_member', {}, { get: true })],
  ['call what writes, by GET', (c) => c.rpc('cancel_post', { post: POST }, { get: true })],
  ['call with a list', (c) => c.rpc('cancel_posts', { posts: [POST, NOBODY] })],
  ['call with an argument that is not there', (c) => c.rpc('cancel_post', { posts: POST })],
  ['call with an argument of the wrong type', (c) => c.rpc('cancel_post', { post: 'nope' })],
  ['call what is not there', (c) => c.rpc('cancel_pots', { post: POST })],
  ['call what is not for members', (c) => c.rpc('move_tables')],
  ['call what raises', (c) => c.rpc('import_posts', { import: PROJECT, posts: [] })],
];

export const SUITE: SuiteCall[] = [...READS, ...WRITES];
