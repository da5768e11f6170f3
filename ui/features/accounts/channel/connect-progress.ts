import { useRef, useState } from 'react';
import { localCopies } from '@/lib/draft.ts';
import type { ChannelGuide } from '../../../../shared/platforms/ways.ts';

/**
 * The user's progress in connecting an account: the way, its step (both from 0), and the input. Secrets are not stored.
 */
export type ConnectProgress = { way: number; step: number; entered: { [name: string]: string } };

const START: ConnectProgress = { way: 0, step: 0, entered: {} };

const keyOf = (accountId: string) => `connect.${accountId}`;

/** The stored progress of an account; undefined if connecting was not begun. */
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
export function useConnectProgress(accountId: string, guide: ChannelGuide, isRenewal = false) {
  const [progress, setProgress] = useState(() => {
    const stored = readConnectProgress(accountId) ?? (isRenewal ? renewalOf(guide) : undefined);
    return withinGuide(stored, guide);
  });
  const latest = useRef(progress);

  function change(entries: Partial<ConnectProgress>) {
    const next = { ...latest.current, ...entries };
    latest.current = next;
    setProgress(next);
    localCopies.write(keyOf(accountId), { ...next, entered: withoutSecrets(next.entered, guide) });
  }
  const enter = (values: ConnectProgress['entered']) => change({ entered: { ...latest.current.entered, ...values } });

  return { ...progress, change, enter };
}

/**
 * Where renewing an expiring login starts: at the first renewal step, in the first way that does not begin with one.
 */
function renewalOf({ ways }: ChannelGuide): Partial<ConnectProgress> | undefined {
  const starts = ways.map(({ steps }) => steps.findIndex(({ isRenewal }) => isRenewal));
  const way = starts.findIndex((step) => step > 0);
  return way === -1 ? undefined : { way, step: starts[way] ?? 0 };
}

/** Fits stored progress to the guide, which an update may have changed. */
function withinGuide(stored: Partial<ConnectProgress> | undefined, { ways }: ChannelGuide): ConnectProgress {
  const { way = 0, step = 0, entered = {} } = stored ?? START;
  const steps = ways[way]?.steps.length;
  return steps === undefined ? START : { way, step: Math.max(0, Math.min(step, steps - 1)), entered };
}

function withoutSecrets(entered: ConnectProgress['entered'], { ways }: ChannelGuide): ConnectProgress['entered'] {
  const secrets = new Set(ways.flatMap(({ fields }) => fields.flatMap(({ name, isSecret }) => (isSecret ? name : []))));
  return Object.fromEntries(Object.entries(entered).filter(([name]) => !secrets.has(name)));
}
