import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'local-agent.draft.';
/** The key of the account that owns the drafts. */
const OWNER = 'owner';

/** The user's unsaved input, stored for this tab under `key`; undefined if there is none, or it is unreadable. */
export function readDraft<T>(key: string): T | undefined {
  return readFrom<T>(sessionStorage, key);
}

/** Stores a draft, or removes it for undefined. Ignores a full or blocked storage. */
export function writeDraft(key: string, value: unknown): void {
  writeTo(sessionStorage, key, value);
}

function readFrom<T>(storage: Storage, key: string): T | undefined {
  try {
    const text = storage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

function writeTo(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === undefined) storage.removeItem(PREFIX + key);
    else storage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // See writeDraft.
  }
}

/** Keeps this account's drafts, and removes another's. Called before anything is shown to the user. */
export function claimDrafts(userId: string): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (readFrom(storage, OWNER) === userId) continue;
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    writeTo(storage, OWNER, userId);
  }
}

/** Removes every draft: another user may sign in next. */
export function forgetDrafts(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}

/** Unsaved text in this browser's storage, which survives a crashed tab. Ignores a full or blocked storage. */
export const localCopies = {
  read: <T>(key: string): T | undefined => readFrom<T>(localStorage, key),
  write: (key: string, value: unknown): void => writeTo(localStorage, key, value),
  /** All keys with this prefix. */
  keys: (start: string): string[] =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length)),
};

/**
 * State that survives a forced return to /auth, and a reload, in this tab. Undefined is "nothing entered"; set it once
 * the input is saved. Never use it for passwords or keys.
 */
export function useDraft<T>(key: string): [draft: T | undefined, setDraft: (next: T | undefined) => void] {
  const [draft, setDraft] = useState(() => readDraft<T>(key));
  useEffect(() => setDraft(readDraft<T>(key)), [key]);
  const change = useCallback(
    (next: T | undefined) => {
      writeDraft(key, next);
      setDraft(next);
    },
    [key],
  );
  return [draft, change];
}
