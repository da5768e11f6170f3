import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTOSAVE_MS, createComposer } from '@/features/compose/draft/composer.ts';
import { type Draft, draftOf, EMPTY_DRAFT } from '@/features/compose/draft/draft.ts';
import type { StoredPost } from '@/features/compose/draft/post-store.ts';
import type { PostFields } from '../../../shared/posts/compose.ts';

/** A backend that holds one post and responds like public.save_content; `kept` is the draft kept in the browser. */
function backend(status: StoredPost['status'] | null = null) {
  let clock = 0;
  const tick = () => new Date(++clock * 1000).toISOString();
  const empty = {
    alternatives: {},
    account_versions: {},
    first_comment: '',
    as_document: null,
    link_card: null,
    options: {},
    account_ids: null,
    media: [],
  };
  const world = {
    post: null as StoredPost | null,
    kept: null as Draft | null,
    saves: 0,
    fault: null as Error | null,
    elsewhere(change: Partial<StoredPost>) {
      if (world.post) world.post = { ...world.post, ...change, updated_at: tick() };
    },
    async save(expected: string | null, fields: PostFields) {
      world.saves += 1;
      if (world.fault) throw world.fault;
      if (expected !== null && !world.post) return { state: 'gone' as const };
      if (world.post?.status === 'published') return { state: 'published' as const };
      if (world.post && world.post.updated_at !== expected) {
        return { state: 'changed' as const, updated_at: world.post.updated_at };
      }
      world.post = { ...made(tick()), ...world.post, ...fields, updated_at: tick() };
      return { state: 'saved' as const, updated_at: world.post.updated_at };
    },
    open(restored: { draft: Draft; basedOn: string | null } | null = null) {
      return createComposer(
        { stored: world.post, restored },
        {
          read: async () => world.post,
          save: world.save,
          keep: (draft) => {
            world.kept = draft;
          },
          onSaved: () => undefined,
        },
      );
    },
  };
  const made = (at: string): StoredPost => ({
    ...empty,
    status: status ?? 'draft',
    created_at: at,
    updated_at: at,
    caption: 'Bread',
    hashtags: [],
    platforms: ['twitter'],
    media_url: null,
    content_type: 'text',
    scheduled_posts: [],
    post_series: null,
  });
  if (status) world.post = made(tick());
  return world;
}

const write = (caption: string) => (draft: Draft) => ({ ...draft, main: { ...draft.main, caption } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a draft', () => {
  it('is saved a moment after the last change, and kept in the browser until then', async () => {
    const world = backend();
    const composer = world.open();
    composer.edit(write('B'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    composer.edit(write('Br'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    expect([world.saves, world.kept?.main.caption]).toEqual([0, 'Br']);
    await vi.advanceTimersByTimeAsync(1);
    expect([world.saves, world.kept, world.post?.caption]).toEqual([1, null, 'Br']);
    expect(composer.getState().save.kind).toBe('saved');
  });

  it('of which nothing is left, or was ever written, is not made', async () => {
    const world = backend();
    const composer = world.open();
    composer.edit((draft) => ({ ...draft, platforms: ['twitter'] }));
    composer.edit(write(' '));
    await vi.runAllTimersAsync();
    expect(world.saves).toBe(0);
  });

  it('that could not be saved is tried again, with what was written meanwhile', async () => {
    const world = backend('draft');
    const composer = world.open();
    world.fault = new Error('No connection');
    composer.edit(write('One'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(composer.getState().save).toEqual({ kind: 'failed', reason: 'No connection' });
    expect(world.kept?.main.caption).toBe('One');
    world.fault = null;
    composer.edit(write('Two'));
    await vi.runAllTimersAsync();
    expect([world.post?.caption, world.kept]).toEqual(['Two', null]);
  });

  it('is saved a last time when the composer closes', async () => {
    const world = backend('draft');
    const composer = world.open();
    composer.edit(write('Last'));
    await composer.close();
    expect(world.post?.caption).toBe('Last');
  });
});

describe('a post that was changed elsewhere', () => {
  it('is not overwritten unasked, and then either stays', async () => {
    const world = backend('draft');
    const composer = world.open();
    world.elsewhere({ caption: 'Theirs' });
    composer.edit(write('Mine'));
    await vi.runAllTimersAsync();
    expect(composer.getState().save.kind).toBe('changed');
    composer.edit(write('Mine, more'));
    await vi.runAllTimersAsync();
    expect([world.post?.caption, world.kept?.main.caption]).toEqual(['Theirs', 'Mine, more']);
    expect(await composer.keepMine()).toBe(true);
    expect(world.post?.caption).toBe('Mine, more');

    world.elsewhere({ caption: 'Theirs again' });
    composer.edit(write('Mine again'));
    await vi.runAllTimersAsync();
    composer.takeTheirs();
    expect([composer.getState().draft.main.caption, world.kept]).toEqual(['Theirs again', null]);
  });

  it('is saved with the media that it was given elsewhere, as when a video of it was made', async () => {
    const world = backend('draft');
    const composer = world.open();
    const video = { path: 'v.mp4', url: '', kind: 'video' as const };
    world.elsewhere({ media: [video] });
    composer.edit(write('Mine'));
    await vi.runAllTimersAsync();
    expect([world.post?.caption, world.post?.media]).toEqual(['Mine', [video]]);
    world.elsewhere({ media: [] });
    composer.edit(write('Mine, more'));
    await composer.refresh();
    expect([composer.getState().draft.media, composer.getState().save.kind]).toEqual([[], 'unsaved']);
  });

  it('is saved all the same where the change left its own fields alone', async () => {
    const world = backend('draft');
    const composer = world.open();
    world.elsewhere({ status: 'draft' });
    composer.edit(write('Mine'));
    await vi.runAllTimersAsync();
    expect(world.post?.caption).toBe('Mine');
  });

  it('is not brought back where it was deleted, and not changed where it went out', async () => {
    const world = backend('draft');
    const composer = world.open();
    world.elsewhere({ status: 'published' });
    composer.edit(write('Mine'));
    await vi.runAllTimersAsync();
    expect(composer.getState().save.kind).toBe('changed');
    expect(await composer.keepMine()).toBe(false);
    expect(world.post?.caption).toBe('Bread');

    const other = backend('draft');
    const deleted = other.open();
    other.post = null;
    deleted.edit(write('Mine'));
    await vi.runAllTimersAsync();
    expect([deleted.getState().save.kind, other.kept?.main.caption]).toEqual(['gone', 'Mine']);
  });
});

it('a scheduled post waits to be saved', async () => {
  const world = backend('scheduled');
  const composer = world.open();
  composer.edit(write('Mine'));
  composer.flush();
  await vi.runAllTimersAsync();
  await composer.close();
  expect([world.saves, composer.getState().save.kind, world.kept?.main.caption]).toEqual([0, 'unsaved', 'Mine']);
  composer.reopen();
  expect(await composer.save()).toBe(true);
  expect(world.post?.caption).toBe('Mine');
});

describe('what a window that is gone left behind', () => {
  it('goes on where the post is as it was', async () => {
    const world = backend('draft');
    const draft = write('Kept')(world.post ? draftOf(world.post) : EMPTY_DRAFT);
    const composer = world.open({ draft, basedOn: world.post?.updated_at ?? null });
    expect(composer.getState()).toMatchObject({ wasRestored: true, save: { kind: 'unsaved' } });
    await vi.runAllTimersAsync();
    expect(world.post?.caption).toBe('Kept');
  });

  it('asks where the post was changed since', async () => {
    const world = backend('draft');
    const draft = write('Kept')(EMPTY_DRAFT);
    const composer = world.open({ draft, basedOn: '1969-12-31T00:00:00.000Z' });
    await vi.runAllTimersAsync();
    expect([composer.getState().save.kind, world.saves]).toEqual(['changed', 0]);
  });
});
