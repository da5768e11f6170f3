import { type Draft, draftOf, EMPTY_DRAFT, fieldsOf, isBlank, isSame } from '@/features/compose/draft/draft.ts';
import type { StoredPost } from '@/features/compose/draft/post-store.ts';
import type { PostFields } from '../../../../shared/posts/compose.ts';

/** How a post stands with the backend. Nothing is lost in any of them. */
export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'gone' | 'locked' }
  | { kind: 'failed'; reason: string }
  /** Somebody else changed it meanwhile, to `theirs`. */
  | { kind: 'changed'; theirs: StoredPost };

export type ComposerState = {
  draft: Draft;
  save: SaveState;
  /** The post as the backend has it; null until it is there. */
  stored: StoredPost | null;
  /** Entered before, in this browser, and not yet saved. */
  wasRestored: boolean;
};

type Outcome = { state: 'saved' | 'changed'; updated_at: string } | { state: 'publishing' | 'published' | 'gone' };

type Deps = {
  read: () => Promise<StoredPost | null>;
  /** Throws what the backend answers. */
  save: (expected: string | null, fields: PostFields) => Promise<Outcome>;
  /** Keeps what is not saved in this browser; with null forgets it. */
  keep: (draft: Draft | null, basedOn: string | null) => void;
  onSaved: () => void;
};

type Start = {
  stored: StoredPost | null;
  restored: { draft: Draft; basedOn: string | null } | null;
  draft?: Draft | undefined;
};

/** How long after the last change a draft is saved, and how soon it is tried again after a failure, in milliseconds. */
export const AUTOSAVE_MS = 700;
const RETRY_MS = 4000;
/** How often a change that left the post's own fields alone (a save, a new status) may come in between. */
const ATTEMPTS = 4;

export type Composer = ReturnType<typeof createComposer>;

/**
 * A post being written: a draft saves itself shortly after each change, in place of the state that it was begun from and
 * of no other; what is scheduled waits for `save`. What is not saved is kept in the browser all the while.
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

  /** Shows and keeps a draft that somebody has just changed. */
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

  /** Saves what is there now; true once the backend has it. */
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
    const { draft: sent } = state;
    const fields = fieldsOf(sent);
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
        if (count === ATTEMPTS || !isSame(theirFields, base.fields)) return refuse({ kind: 'changed', theirs });
        base = baseOf(theirs);
        set({ stored: theirs });
      }
    } catch (error) {
      set({ save: { kind: 'failed', reason: error instanceof Error ? error.message : String(error) } });
      plan(RETRY_MS);
      return false;
    }
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

  // What was restored goes on as if it had just been typed, unless the post was changed elsewhere since.
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
    /** Overwrites what somebody else saved. */
    async keepMine(): Promise<boolean> {
      if (state.save.kind !== 'changed') return false;
      const { theirs } = state.save;
      if (isLocked(theirs)) return false;
      base = baseOf(theirs);
      set({ stored: theirs, save: { kind: 'unsaved' } });
      return saveNow();
    },
    /** Gives up what was written here for what somebody else saved, or for what was saved last. */
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
    /** Reads again how the post stands: after it was scheduled, cancelled or mended. False where it is gone. */
    async refresh(): Promise<boolean> {
      const theirs = await read();
      if (!theirs) return false;
      if (isDirty()) {
        set({ stored: { ...theirs } });
        return true;
      }
      base = baseOf(theirs);
      set({ stored: theirs, draft: draftOf(theirs), save: { kind: isLocked(theirs) ? 'locked' : 'saved' } });
      return true;
    },
    /** Saves a draft at once instead of a moment later. */
    flush() {
      if (autosaves() && isDirty()) void saveNow();
    },
    /** Saves a draft a last time; what does not arrive is kept in the browser. */
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

/** Nothing of a post that is out, or on its way, can be changed any more. */
export function isLocked(post: StoredPost | null): boolean {
  if (!post) return false;
  return post.status === 'published' || post.scheduled_posts.some(({ status }) => status === 'publishing');
}
