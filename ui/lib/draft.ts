import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'local-agent.draft.';
/** Under this key: the account that the drafts are of. */
const OWNER = 'owner';

/**
 * What a person has entered and not yet saved, kept for this tab under `key`; undefined when there is nothing, or
 * nothing readable.
 */
export function readDraft<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/**
 * Keeps a draft, or with undefined forgets it. A full or forbidden storage keeps nothing, which costs only the comfort.
 */
export function writeDraft(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // See above.
  }
}

/**
 * Keeps the drafts of this account, and forgets them when they were another's. Called before anything is shown to it.
 */
export function claimDrafts(userId: string): void {
  if (readDraft(OWNER) === userId) return;
  forgetDrafts();
  writeDraft(OWNER, userId);
}

/** Forgets every draft: somebody else may sign in next. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

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
