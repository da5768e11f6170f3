import { useState } from 'react';
import { localCopies } from '@/lib/draft.ts';
import type { ChannelGuide } from '../../../../shared/platforms/ways.ts';

/** Where the user is in connecting an account: the way, its step (both from 0), and what was entered, but no secrets. */
export type ConnectProgress = { way: number; step: number; entered: { [name: string]: string } };

const START: ConnectProgress = { way: 0, step: 0, entered: {} };

const keyOf = (accountId: string) => `connect.${accountId}`;

/** The stored progress of an account; undefined when it was not begun. */
export function readConnectProgress(accountId: string): Partial<ConnectProgress> | undefined {
  return localCopies.read<Partial<ConnectProgress>>(keyOf(accountId));
}

export function forgetConnectProgress(accountId: string): void {
  localCopies.write(keyOf(accountId), undefined);
}

/**
 * The progress of connecting an account, stored in this browser until it is connected. Secrets are kept only while the
 * dialog is open.
 */
export function useConnectProgress(accountId: string, guide: ChannelGuide) {
  const [progress, setProgress] = useState(() => withinGuide(readConnectProgress(accountId), guide));

  function change(entries: Partial<ConnectProgress>) {
    const next = { ...progress, ...entries };
    setProgress(next);
    localCopies.write(keyOf(accountId), { ...next, entered: withoutSecrets(next.entered, guide) });
  }

  return { ...progress, change };
}

/** Stored progress that fits the guide, which an update may have changed. */
function withinGuide(stored: Partial<ConnectProgress> | undefined, { ways }: ChannelGuide): ConnectProgress {
  const { way = 0, step = 0, entered = {} } = stored ?? START;
  const steps = ways[way]?.steps.length;
  return steps === undefined ? START : { way, step: Math.max(0, Math.min(step, steps - 1)), entered };
}

function withoutSecrets(entered: ConnectProgress['entered'], { ways }: ChannelGuide): ConnectProgress['entered'] {
  const secrets = new Set(ways.flatMap(({ fields }) => fields.flatMap(({ name, isSecret }) => (isSecret ? name : []))));
  return Object.fromEntries(Object.entries(entered).filter(([name]) => !secrets.has(name)));
}
