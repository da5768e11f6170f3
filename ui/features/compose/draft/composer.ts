import { type Draft, draftOf, EMPTY_DRAFT, fieldsOf, isBlank, isSame } from '@/features/compose/draft/draft.ts';
import type { StoredPost } from '@/features/compose/draft/post-store.ts';
import type { PostFields } from '../../../../shared/posts/compose.ts';

/** The post's state in the backend. The user's changes are kept in every state. */
export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'gone' | 'locked' }
  | { kind: 'failed'; reason: string }
  /** Another client changed it to `theirs`. */
  | { kind: 'changed'; theirs: StoredPost };

export type ComposerState = {
  draft: Draft;
  save: SaveState;
  /** The post as stored in the backend; null before the first save. */
  stored: StoredPost | null;
  /** The unsaved changes come from an earlier window of this browser. */
  wasRestored: boolean;
};

type Outcome = { state: 'saved' | 'changed'; updated_at: string } | { state: 'publishing' | 'published' | 'gone' };

type Deps = {
  read: () => Promise<StoredPost | null>;
  /** Throws the backend's error. */
  save: (expected: string | null, fields: PostFields) => Promise<Outcome>;
  /** Stores unsaved changes in this browser; null removes them. */
  keep: (draft: Draft | null, basedOn: string | null) => void;
  onSaved: () => void;
};

type Start = {
  stored: StoredPost | null;
  restored: { draft: Draft; basedOn: string | null } | null;
  draft?: Draft | undefined;
};

/** The delay of saving after the last change, and of a retry, in milliseconds. */
export const AUTOSAVE_MS = 700;
const RETRY_MS = 4000;
/** Limit of retries after changes that did not affect the post's fields (a save, a new status). */
const ATTEMPTS = 4;

export type Composer = ReturnType<typeof createComposer>;

/**
 * The state of a post being written: a draft saves itself shortly after each change, replacing only the version it is
 * based on; a scheduled post waits for `save`. Unsaved changes are kept in the browser.
 */
export function createComposer({ stored, restored, draft }: Start, { read, save, keep, onSaved }: Deps) {
  const listeners = new Set<() => void>();
  let base = baseOf(stored);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;
  let isClosed = false;
  let state: ComposerState = {
    draft: restored?.draft ?? draft ?? (stored ? draftOf(stored) : EMPTY_DRAFT),
    save: { kind: isLocked(stored) ? 'locked' : 'saved' },
    stored,
    wasRestored: false,
  };

  function set(change: Partial<ComposerState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  const isDirty = () =>
    !isSame(fieldsOf(state.draft), base.fields) && !(base.updatedAt === null && isBlank(state.draft));
  const mayRun = () => !isClosed && !['changed', 'gone', 'locked'].includes(state.save.kind);
  const autosaves = () => state.stored === null || state.stored.status === 'draft';

  function plan(ms: number) {
    clearTimeout(timer);
    if (mayRun() && autosaves()) timer = setTimeout(() => void saveNow(), ms);
  }

  /** Shows and keeps the user's change. */
  function edit(change: (draft: Draft) => Draft) {
    if (state.save.kind === 'locked') return;
    const next = { ...state, draft: change(state.draft), wasRestored: false };
    state = next;
    const dirty = isDirty();
    keep(dirty ? next.draft : null, base.updatedAt);
    const isStuck = next.save.kind === 'changed' || next.save.kind === 'gone';
    set({ save: isStuck ? next.save : { kind: dirty ? 'unsaved' : 'saved' } });
    if (dirty) plan(AUTOSAVE_MS);
  }

  /** Saves the current draft; true once the backend has it. */
  async function saveNow(): Promise<boolean> {
    clearTimeout(timer);
    if (running) await running;
    if (!mayRun()) return false;
    if (!isDirty()) return true;
    running = attempt();
    const isSaved = await running;
    running = null;
    return isSaved;
  }

  async function attempt(): Promise<boolean> {
    let { draft: sent } = state;
    let fields = fieldsOf(sent);
    set({ save: { kind: 'saving' } });
    try {
      for (let count = 1; ; count++) {
        const outcome = await save(base.updatedAt, fields);
        if (outcome.state === 'saved') return await settle(sent, fields, outcome.updated_at);
        if (outcome.state === 'gone') return refuse({ kind: 'gone' });
        const theirs = await read();
        if (!theirs) return refuse({ kind: 'gone' });
        if (outcome.state !== 'changed') return lock(theirs);
        const theirFields = fieldsOf(draftOf(theirs));
        if (isSame(theirFields, fields)) return await settle(sent, fields, theirs.updated_at, theirs);
        if (count === ATTEMPTS) return refuse({ kind: 'changed', theirs });
        if (isSame(theirFields, base.fields)) {
          base = baseOf(theirs);
          set({ stored: theirs });
        } else if (takeMedia(theirs)) {
          sent = state.draft;
          fields = fieldsOf(sent);
        } else return refuse({ kind: 'changed', theirs });
      }
    } catch (error) {
      set({ save: { kind: 'failed', reason: error instanceof Error ? error.message : String(error) } });
      plan(RETRY_MS);
      return false;
    }
  }

  /**
   * Merges both changes if another client changed only the media, such as by making a video, and they are unchanged
   * here; returns whether it did.
   */
  function takeMedia(theirs: StoredPost): boolean {
    const { media } = base.fields;
    const hasOther = !isSame({ ...fieldsOf(draftOf(theirs)), media }, base.fields);
    if (hasOther || !isSame({ ...base.fields, media: state.draft.media }, base.fields)) return false;
    base = baseOf(theirs);
    set({ stored: theirs, draft: { ...state.draft, media: base.draft.media } });
    keep(isDirty() ? state.draft : null, base.updatedAt);
    return true;
  }

  function refuse(why: SaveState): false {
    set({ save: why });
    return false;
  }

  function lock(theirs: StoredPost): false {
    return refuse({ kind: 'changed', theirs });
  }

  async function settle(sent: Draft, fields: PostFields, updatedAt: string, known?: StoredPost): Promise<true> {
    base = { draft: sent, fields, updatedAt };
    const isNew = state.stored === null;
    const dirty = state.draft !== sent && isDirty();
    keep(dirty ? state.draft : null, updatedAt);
    const now = known ?? (isNew ? null : state.stored);
    set({
      save: { kind: dirty ? 'unsaved' : 'saved' },
      stored: now ? { ...now, updated_at: updatedAt } : madeFrom(updatedAt),
    });
    onSaved();
    if (dirty) plan(AUTOSAVE_MS);
    return true;
  }

  function madeFrom(updatedAt: string): StoredPost {
    return { ...NEW_POST, updated_at: updatedAt, created_at: updatedAt };
  }

  // Restored changes are treated as just typed, unless the post was changed elsewhere.
  if (restored && state.save.kind !== 'locked') {
    if (!isDirty()) keep(null, base.updatedAt);
    else {
      const isOvertaken = stored !== null && restored.basedOn !== stored.updated_at;
      keep(restored.draft, restored.basedOn);
      state = {
        ...state,
        wasRestored: true,
        save: isOvertaken ? { kind: 'changed', theirs: stored } : { kind: 'unsaved' },
      };
      plan(AUTOSAVE_MS);
    }
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    edit,
    save: saveNow,
    /** Overwrites another client's version. */
    async keepMine(): Promise<boolean> {
      if (state.save.kind !== 'changed') return false;
      const { theirs } = state.save;
      if (isLocked(theirs)) return false;
      base = baseOf(theirs);
      set({ stored: theirs, save: { kind: 'unsaved' } });
      return saveNow();
    },
    /** Discards local changes for another client's version, or the last saved one. */
    takeTheirs() {
      const theirs = state.save.kind === 'changed' ? state.save.theirs : state.stored;
      if (theirs && state.save.kind === 'changed') base = baseOf(theirs);
      keep(null, base.updatedAt);
      clearTimeout(timer);
      set({
        stored: theirs,
        draft: theirs && state.save.kind === 'changed' ? draftOf(theirs) : base.draft,
        save: { kind: isLocked(theirs) ? 'locked' : 'saved' },
        wasRestored: false,
      });
    },
    /** Refetches the post after it was scheduled, cancelled or fixed. False if it no longer exists. */
    async refresh(): Promise<boolean> {
      const theirs = await read();
      if (!theirs) return false;
      if (isDirty()) {
        if (!takeMedia(theirs)) set({ stored: { ...theirs } });
        return true;
      }
      base = baseOf(theirs);
      set({ stored: theirs, draft: draftOf(theirs), save: { kind: isLocked(theirs) ? 'locked' : 'saved' } });
      return true;
    },
    /** Saves a draft without the delay. */
    flush() {
      if (autosaves() && isDirty()) void saveNow();
    },
    /** Saves a draft for the last time. If that fails, the changes stay in the browser. */
    async close(): Promise<void> {
      const saving = autosaves() && isDirty() ? saveNow() : running;
      clearTimeout(timer);
      isClosed = true;
      await saving;
    },
    reopen() {
      isClosed = false;
      if (isDirty()) plan(AUTOSAVE_MS);
    },
  };

  function baseOf(post: StoredPost | null) {
    const from = post ? draftOf(post) : (draft ?? EMPTY_DRAFT);
    return { draft: from, fields: fieldsOf(from), updatedAt: post?.updated_at ?? null };
  }
}

const NEW_POST: Omit<StoredPost, 'updated_at' | 'created_at'> = {
  status: 'draft',
  ...fieldsOf(EMPTY_DRAFT),
  media_url: null,
  content_type: 'text',
  scheduled_posts: [],
  post_series: null,
};

/** A post that is published, or being published, cannot be changed. */
export function isLocked(post: StoredPost | null): boolean {
  if (!post) return false;
  return post.status === 'published' || post.scheduled_posts.some(({ status }) => status === 'publishing');
}
