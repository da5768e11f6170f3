import type { Draft } from '@/features/compose/draft/draft.ts';
import { localCopies } from '@/lib/draft.ts';
import { newId } from '@/lib/new-id.ts';

/** A post's unsaved changes in this browser. `basedOn` is the updated_at of the version they are based on. */
export type KeptCopy = { draft: Draft; basedOn: string | null; at: string };

const NAME = 'compose';
/** Each window has separate copies, so that windows do not overwrite each other's. */
const LOCK = `local-agent.${NAME}.`;

/** This window's name; a browser lock shows which windows are open. */
const windowId = newId();
let isHeld = false;

function holdWindow() {
  if (isHeld) return;
  isHeld = true;
  // Held until the page is closed or crashes. Not available on an insecure origin.
  void navigator.locks?.request(LOCK + windowId, () => new Promise(() => undefined));
}

/** Stores unsaved changes of a post in this window; undefined removes them. */
export function keepCopy(id: string, copy: KeptCopy | undefined): void {
  holdWindow();
  localCopies.write(`${NAME}.${id}.${windowId}`, copy);
}

export type FoundCopy = KeptCopy & { id: string; key: string };

/** The final save of a composer that was closed in this window. */
let closing: Promise<unknown> = Promise.resolve();
/** Longer than a successful save takes. */
const CLOSING_MS = 1500;

/** Registers a final save that outlives its composer. Until it ends, its copy does not count as abandoned. */
export function awaitClosing(saving: Promise<unknown>): void {
  closing = Promise.race([saving, new Promise((resolve) => setTimeout(resolve, CLOSING_MS))]);
}

/**
 * The abandoned copies, latest first: those of closed windows, and this window's own. Call it before a composer opens
 * here.
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

/** Removes a copy that was restored or discarded. */
export function forgetCopy({ key }: FoundCopy): void {
  localCopies.write(key, undefined);
}
