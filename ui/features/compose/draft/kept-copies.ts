import type { Draft } from '@/features/compose/draft/draft.ts';
import { localCopies } from '@/lib/draft.ts';
import { newId } from '@/lib/new-id.ts';

/** What this browser keeps of a post until the backend has it. `basedOn` is the updated_at that it was begun from. */
export type KeptCopy = { draft: Draft; basedOn: string | null; at: string };

const NAME = 'compose';
/** Each window writes copies of its own, so that two do not overwrite each other's. */
const LOCK = `local-agent.${NAME}.`;

/** One window's own name, while it is open: a lock of the browser says which windows still are. */
const windowId = newId();
let isHeld = false;

function holdWindow() {
  if (isHeld) return;
  isHeld = true;
  // Held until the page goes, crashed or not. There are none where the page is not served from a safe origin.
  void navigator.locks?.request(LOCK + windowId, () => new Promise(() => undefined));
}

/** Keeps what is written in this window of a post, or with undefined forgets it. */
export function keepCopy(id: string, copy: KeptCopy | undefined): void {
  holdWindow();
  localCopies.write(`${NAME}.${id}.${windowId}`, copy);
}

export type FoundCopy = KeptCopy & { id: string; key: string };

/** A post of this window that is being saved a last time. */
let closing: Promise<unknown> = Promise.resolve();
/** Longer than a save takes that arrives at all. */
const CLOSING_MS = 1500;

/** Says that a post is still being saved although its composer is gone: it is no abandoned copy yet. */
export function awaitClosing(saving: Promise<unknown>): void {
  closing = Promise.race([saving, new Promise((resolve) => setTimeout(resolve, CLOSING_MS))]);
}

/**
 * The copies that nobody is working on, the latest first: those of windows that are no longer open, and this window's
 * own. To be called before a composer opens here.
 */
export async function abandonedCopies(): Promise<FoundCopy[]> {
  await closing;
  const held = (await navigator.locks?.query())?.held ?? [];
  const open = new Set(held.map(({ name }) => name?.slice(LOCK.length)));
  return localCopies
    .keys(`${NAME}.`)
    .flatMap((key) => {
      const [, id = '', owner = ''] = key.split('.');
      const copy = owner !== windowId && open.has(owner) ? undefined : localCopies.read<KeptCopy>(key);
      return copy?.draft?.main ? [{ ...copy, id, key }] : [];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Forgets a copy that was taken up or discarded. */
export function forgetCopy({ key }: FoundCopy): void {
  localCopies.write(key, undefined);
}
