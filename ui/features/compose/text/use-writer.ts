import { useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { asTyped } from '@/domain/posts/post-text.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { type Draft, ownVersion, type Target, withVersion, wordsFor } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { postApi } from '../../../../shared/api/posts.ts';
import type { RewriteRequest, RewriteResult } from '../../../../shared/posts/compose.ts';
import { parseHashtags } from '../../../../shared/posts/composing.ts';
import { asOnePost } from '../../../../shared/posts/thread-parts.ts';

const words = composeMessages.writer;

type Request = RewriteRequest extends infer R ? (R extends unknown ? Omit<R, 'text'> : never) : never;

/** Has the writer edit a target's text and replaces it, with an undo. */
export function useWriter(onEdit: (change: (draft: Draft) => Draft) => void) {
  const agent = useAgent();
  const [isBusy, setBusy] = useState(false);

  async function ask(draft: Draft, target: Target, request: Request) {
    if (isBusy) return;
    setBusy(true);
    try {
      const before = wordsFor(draft, target);
      const body = { ...request, text: asOnePost(before.caption) };
      put(target, before.caption, await askAgent(agent, postApi.rewriteText, { body }));
    } catch (error) {
      toast.error(failureReason(error));
    } finally {
      setBusy(false);
    }
  }

  function put(target: Target, caption: string, { text, hashtags, note }: RewriteResult) {
    if (text === null && (hashtags === null || hashtags.length === 0)) {
      toast.info(note ?? words.nothing);
      return;
    }
    let replaced: { version: ReturnType<typeof ownVersion> } | null = null;
    onEdit((now) => {
      const current = wordsFor(now, target);
      if (current.caption !== caption) return now;
      replaced = { version: ownVersion(now, target) };
      const next = {
        caption: text ?? current.caption,
        hashtags: hashtags ? parseHashtags([...current.hashtags, ...hashtags].join(' ')) : current.hashtags,
      };
      return withVersion(now, target, asTyped(next));
    });
    // Assigned in the callback above, which runs synchronously.
    const undo = replaced as { version: ReturnType<typeof ownVersion> } | null;
    if (!undo) {
      toast.info(words.changed);
      return;
    }
    toast.success(text === null ? words.hashtagsDone : words.done, {
      description: note,
      action: {
        label: words.undo,
        onClick: () => onEdit((now) => withVersion(now, target, undo.version ?? null)),
      },
    });
  }

  return { ask, isBusy };
}
