import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'local-agent.draft.';
/** Under this key: the account that the drafts are of. */
const OWNER = 'owner';

/**
 * What a person has entered and not yet saved, kept for this tab under `key`; undefined when there is nothing, or
 * nothing readable.
 */
export function readDraft<T>(key: string): T | undefined {
  return readFrom<T>(sessionStorage, key);
}

/**
 * Keeps a draft, or with undefined forgets it. A full or forbidden storage keeps nothing, which costs only the comfort.
 */
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

/**
 * Keeps the drafts of this account, and forgets them when they were another's. Called before anything is shown to it.
 */
export function claimDrafts(userId: string): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (readFrom(storage, OWNER) === userId) continue;
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    writeTo(storage, OWNER, userId);
  }
}

/** Forgets every draft: somebody else may sign in next. */
export function forgetDrafts(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}

/**
 * What has been written and is not saved yet, in this browser's storage, so that it outlives a tab that crashes. Full
 * or forbidden, it keeps nothing.
 */
export const localCopies = {
  read: <T>(key: string): T | undefined => readFrom<T>(localStorage, key),
  write: (key: string, value: unknown): void => writeTo(localStorage, key, value),
  /** Every key that begins so. */
  keys: (start: string): string[] =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length)),
};

/**
 * State that survives a forced return to /auth, and a reload, in this tab. Undefined is "nothing entered"; set it once
 * what was entered is saved. Never for passwords or keys.
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
