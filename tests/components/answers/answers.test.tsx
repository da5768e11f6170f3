import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { answersToasts as toasts, answersMessages as words } from '@/features/answers/messages.ts';
import type { Database } from '../../../shared/workspace/database.ts';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = schedulerInDocument();
const { open, press, answer, fail, letGo } = app;
type NewComment = Partial<Database['public']['Tables']['post_comments']['Insert']>;

let account: string;
let delivery: string;
let post: string;
let minutes = 0;
beforeEach(async () => {
  const { admin } = app.agent;
  await admin.from('post_comments').delete().not('id', 'is', null).throwOnError();
  account = await app.addAccount('bluesky', 'bakery.example', true);
  post = (
    await app.addPost({
      status: 'published',
      inHours: -5,
      content: { caption: 'Why your loaf stays flat', platforms: ['bluesky'] },
      deliveries: [{ platform: 'bluesky', account_id: account, state: 'published' }],
    })
  ).id;
  const made = admin.from('post_deliveries').select('id').eq('scheduled_post_id', post).single();
  delivery = (await made.throwOnError()).data.id;
  minutes = 0;
});

/** Adds a comment, each one minute older than the one before. Returns its id. */
async function comes(author: string, text: string, more: NewComment = {}): Promise<string> {
  minutes += 1;
  const row = {
    account_id: account,
    platform: 'bluesky' as const,
    delivery_id: delivery,
    remote_id: author,
    kind: 'comment' as const,
    author_name: author,
    author_handle: `${author.toLowerCase()}.example`,
    text,
    written_at: new Date(Date.now() - minutes * 60_000).toISOString(),
    can: ['reply', 'like'],
    ...more,
  };
  const made = app.agent.admin
    .from('post_comments')
    .insert(row as never)
    .select('id')
    .single();
  return (await made.throwOnError()).data.id;
}
const stateOf = async (id: string) =>
  (await app.agent.admin.from('post_comments').select('state').eq('id', id).single().throwOnError()).data.state;
const isIn = (id: string, state: string) => waitFor(async () => expect(await stateOf(id)).toBe(state));
const names = () => [...document.querySelectorAll('[data-answer] bdi:first-child')].map((name) => name.textContent);
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Answer / });
const heading = () => document.activeElement?.textContent;

describe('the list', () => {
  it('shows what came in, filtered by the address, with the number of unread ones in the sidebar', async () => {
    await comes('Jo', 'Mine is flat too');
    await comes('Kim', 'Saved', { state: 'read' });
    await comes('Lou', 'Thanks', { state: 'done' });
    await comes('Max', '', { kind: 'mention', delivery_id: null });
    await open('/answers');
    await says('Mine is flat too', words.row.to('Why your loaf stays flat'), words.row.mention, words.row.noText);
    expect(names()).toEqual(['Jo', 'Kim', 'Max']);
    await screen.findByRole('link', { name: /Answers\s*, 2 unread/ });
    await press(/^Unread/);
    await waitFor(() => expect(names()).toEqual(['Jo', 'Max']));
    await isAt('/answers?state=unread');
    await press('Done');
    await waitFor(() => expect(names()).toEqual(['Lou']));
    await open(`/answers?state=all&post=${post}`);
    await waitFor(() => expect(names()).toEqual(['Jo', 'Kim', 'Lou']));
    await press(words.filters.ofPost);
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it('says why it is empty', async () => {
    await open('/answers');
    await says(words.empty.nothing.title, words.empty.nothing.can(['Bluesky']), words.empty.nothing.action);
  });

  it('says what failed, and is read again', async () => {
    await comes('Jo', 'Done with it', { state: 'done' });
    fail(/\/api\/answers\?/, { status: 503, body: { error: 'The database is full.', code: 'unavailable' } });
    await open('/answers');
    await says(words.loadFailed, 'The database is full.');
    letGo();
    await press('Try again');
    await says(words.empty.allDone.title);
  });

  it('is gone through by keys: J and arrows, R to write, E when done with one, U for unread', async () => {
    await comes('Jo', 'One');
    const kim = await comes('Kim', 'Two');
    await comes('Lou', 'Three');
    await open('/answers');
    await says('Three');
    await app.user.keyboard('j{ArrowDown}');
    expect(heading()).toContain('Kim');
    await app.user.keyboard('r');
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    await isIn(kim, 'read');
    // In the text field, the shortcuts are ordinary letters.
    await app.user.keyboard('e{Escape}');
    expect((await field()).value).toBe('e');
    await app.user.keyboard('u');
    await isIn(kim, 'unread');
    await app.user.keyboard('e');
    await waitFor(() => expect(names()).toEqual(['Jo', 'Lou']));
    expect(heading()).toContain('Lou');
    await app.pressInToast(toasts.undo);
    await isIn(kim, 'unread');
  });
});

describe('a conversation', () => {
  it('shows the post, what was said before and the own words, as text', async () => {
    await comes('Greta', 'What am I missing?', { remote_id: 'first', state: 'done' });
    await comes('Bakery', 'Time.', { remote_id: 'ours', parent_id: 'first', is_own: true });
    await comes('Else', 'Unrelated');
    const jo = await comes('Jo', '<b>No</b> https://flour.example/a. מה', { parent_id: 'ours', kind: 'reply' });
    await open(`/answers?answer=${jo}`);
    await says(words.conversation.post, 'What am I missing?', words.conversation.you, '<b>No</b>');
    expect(screen.getByRole('link', { name: 'https://flour.example/a' }).getAttribute('rel')).toContain('noreferrer');
    const talk = screen.getByRole('list', { name: words.conversation.label });
    expect(talk.textContent).not.toContain('Unrelated');
    await press(words.conversation.others(1));
    expect(talk.textContent).toContain('Unrelated');
    await says(words.actions.cannot('bluesky', ['hide']));
    await open('/answers?answer=00000000-0000-4000-8000-000000000000');
    await says(words.conversation.gone.title);
  });

  it('sends an answer once, keeps it where that is refused, and says how it stands', async () => {
    const jo = await comes('Jo', 'What flour?');
    const reply = { id: jo, answerId: jo, sentAt: null, url: null, canRemove: true, errorClass: null, error: null };
    await open(`/answers?answer=${jo}`);
    await app.fill(/^Answer /, 'Rye.');
    fail(/\/replies$/, { status: 409, body: { error: 'The same words were sent to it before.', code: 'conflict' } });
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await says('The same words were sent to it before.');
    expect((await field()).value).toBe('Rye.');
    app.reload();
    expect((await field()).value).toBe('Rye.');
    letGo();
    await app.fill(/^Answer /, `Rye.${'x'.repeat(300)}`);
    await says(words.reply.tooLong(4), words.reply.count(304, 300));
    await app.fill(/^Answer /, 'Rye.');
    const createdAt = new Date().toISOString();
    const sent = answer(
      /POST .*\/replies$/,
      { ...reply, text: 'Rye.', state: 'failed', createdAt, error: 'Blocked.', retryAt: null },
      201,
    );
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect((await field()).value).toBe('');
  });

  it('has the writer fill the field, with the way back, where there is a model, and sends nothing', async () => {
    const jo = await comes('Jo', 'What flour?');
    await open(`/answers?answer=${jo}`);
    await says(words.reply.noModel, words.reply.chooseModel);
    const drafted = answer(/POST .*\/draft$/, { text: 'Rye, mostly.', by: 'a model' });
    await press(words.reply.draft);
    expect(drafted).toEqual([]);
    await app.agent.call('/api/ai', { body: { provider: 'openai', model: 'writer', apiKey: 'sk-of-nobody' } });
    app.reload();
    const sent = answer(/POST .*\/replies$/, {});
    await app.fill(/^Answer /, 'Hm');
    await saysNoMore(words.reply.noModel);
    await press(words.reply.draft);
    await waitFor(async () => expect((await field()).value).toBe('Rye, mostly.'));
    expect(drafted).toEqual([`/api/answers/${jo}/draft {"wish":"Hm"}`]);
    await app.pressInToast(words.reply.undo);
    expect([(await field()).value, sent]).toEqual(['Hm', []]);
    await app.agent.call('/api/ai', { body: { provider: null } });
  });
});

it.runIf(isFull)('is collected and told of as Settings say, at once', async () => {
  await open('/settings/answers');
  await says('bakery.example');
  await press('Collect answers', { role: 'switch' });
  await press(/^At once/, { role: 'radio' });
  await app.choose('How often at most', 'every 6 hours');
  await waitFor(async () =>
    expect(await (await app.agent.call('/api/answers/settings')).json()).toEqual({
      collect: false,
      collectPaid: false,
      notify: 'hours',
      notifyHours: 6,
    }),
  );
});
