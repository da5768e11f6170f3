import { useMutation } from '@tanstack/react-query';
import { type ClipboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { askAgent } from '@/domain/workspace/operations.ts';
import { guideMessages as words } from '@/features/accounts/channel/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { guideApi } from '../../../../shared/api/guide.ts';
import { recognise, shortLabel } from '../../../../shared/platforms/recognise.ts';
import { type ChannelWay, entryOf, missingFields } from '../../../../shared/platforms/ways.ts';
import type { KeyFinding } from '../../../../shared/publishing/guide-window.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

type Entry = { [name: string]: string };

export type PastedKeys = {
  /** The result of the latest paste. */
  outcome: { words: string; isWrong: boolean } | null;
  findings: readonly KeyFinding[];
  isChecking: boolean;
  /** Whether the clipboard is read when the user returns to this page. */
  isWatching: boolean;
  watch: (on: boolean) => void;
  /** Reads the clipboard. */
  paste: () => Promise<void>;
  /** Handles a keyboard paste anywhere in the dialog. */
  onPaste: (event: ClipboardEvent) => void;
};

type PastedKeysProps = {
  account: SocialAccountsRow;
  way: ChannelWay;
  entered: Entry;
  onTake: (values: Entry) => void;
  /** Called when every value is entered and the platform has rejected none. */
  onComplete: () => void;
};

/**
 * Recognises copied values by their form and checks them with the platform at once. Reads the clipboard when the user
 * presses Paste, or returns here after switching that on. Text that matches no field is discarded.
 */
export function usePastedKeys({ account, way, entered, onTake, onComplete }: PastedKeysProps): PastedKeys {
  const agent = useAgent();
  const [outcome, setOutcome] = useState<PastedKeys['outcome']>(null);
  const [isWatching, setWatching] = useState(false);
  const checking = useMutation({
    mutationFn: (entry: Entry) =>
      askAgent(agent, guideApi.checkKeys, { params: { id: account.id }, body: { entry } }).catch(() => []),
    onSuccess(findings, entry) {
      const isWhole = missingFields(way, entryOf(way, entry)).length === 0;
      if (isWhole && findings.every(({ state }) => state === 'works')) onComplete();
    },
    // It holds secrets, which are dropped when the dialog closes.
    gcTime: 0,
  });

  function take(text: string, isSought: boolean): boolean {
    const found = recognise(way, text);
    if (found.kind === 'values') {
      const isNew = Object.entries(found.values).some(([name, value]) => entered[name] !== value);
      if (!isNew && !isSought) return true;
      const labels = way.fields.flatMap(({ name, label }) => (found.values[name] ? [shortLabel(label)] : []));
      setOutcome({ words: words.put(labels.join(', ')), isWrong: false });
      onTake(found.values);
      checking.mutate({ ...entered, ...found.values });
      return true;
    }
    if (found.kind === 'mistake') setOutcome({ words: found.words, isWrong: true });
    else if (isSought) setOutcome({ words: words.nothing, isWrong: true });
    return found.kind === 'mistake';
  }

  async function read(isSought: boolean) {
    try {
      take(await navigator.clipboard.readText(), isSought);
    } catch {
      setWatching(false);
      setOutcome({ words: words.blocked, isWrong: true });
    }
  }

  const whenBack = useEffectEvent(() => void read(false));
  useEffect(() => {
    if (!isWatching) return;
    const onFocus = () => whenBack();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [isWatching]);

  return {
    outcome,
    findings: checking.data ?? [],
    isChecking: checking.isPending,
    isWatching,
    watch(on) {
      setWatching(on);
      if (on) void read(false);
    },
    paste: () => read(true),
    onPaste(event) {
      const isField = event.target instanceof HTMLInputElement;
      const text = event.clipboardData.getData('text');
      const found = recognise(way, text);
      const own = event.target instanceof HTMLInputElement ? event.target.name : null;
      // A field handles the paste of its own value.
      if (isField && (found.kind !== 'values' || Object.keys(found.values).every((name) => name === own))) return;
      if (take(text, !isField)) event.preventDefault();
    },
  };
}
