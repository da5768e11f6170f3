import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { importErrors, sessionToasts } from '@/features/accounts/session/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { formatSize } from '@/lib/format.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { COOKIE_FILE_MAX_BYTES } from '../../../../shared/accounts/account-session.ts';
import { accountApi } from '../../../../shared/api/accounts.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** The cookie text, and its file if any. */
type Entered = { text: string; file?: { name: string; size: string } };

/**
 * The state of the import dialog. The input is kept when the agent rejects it, but never after the dialog closes,
 * because cookies are secrets. `onDone` runs once the account is logged in.
 */
export function useCookieImport({ id, account_label: label }: SocialAccountsRow, onDone: () => void) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { queryKey } = accountsQuery(useSupabase());
  const [entered, setEntered] = useState<Entered>({ text: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(new AbortController());

  const { mutate, isPending } = useMutation({
    mutationFn: (cookies: string) => {
      stop.current = new AbortController();
      const sent = { params: { id }, body: { cookies } };
      return askAgent(agent, accountApi.importCookies, sent, stop.current.signal);
    },
    onSuccess({ loggedIn, reason, cookies }) {
      if (!loggedIn) return setProblem(reason ?? importErrors.refused);
      toast(sessionToasts.imported(label, cookies));
      onDone();
    },
    onError: (error) => stop.current.signal.aborted || setProblem(failureReason(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });

  function change(next: Entered) {
    setEntered(next);
    setProblem(null);
  }

  async function takeFile(file: File) {
    const read = await readCookieFile(file);
    if ('problem' in read) return setProblem(read.problem);
    change({ text: read.text, file: { name: file.name, size: formatSize(file.size) } });
  }

  /** Sends the input; returns whether it was valid. */
  function submit(): boolean {
    if (isPending) return true;
    const wrong = cookieTextProblem(entered.text);
    setProblem(wrong);
    if (wrong === null) mutate(entered.text);
    return wrong === null;
  }

  return { entered, problem, sending: isPending, change, takeFile, submit, abort: () => stop.current.abort() };
}

/** What is wrong with the cookie text, or null: it must not be empty or exceed COOKIE_FILE_MAX_BYTES. */
export function cookieTextProblem(text: string): string | null {
  if (text.trim() === '') return importErrors.empty;
  const bytes = new TextEncoder().encode(text).length;
  return bytes > COOKIE_FILE_MAX_BYTES ? importErrors.tooLarge(formatSize(bytes)) : null;
}

/** The text of a chosen or dropped file, or what is wrong with it. A file that is too large is not read. */
export async function readCookieFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > COOKIE_FILE_MAX_BYTES) return { problem: importErrors.tooLarge(formatSize(file.size)) };
  try {
    return { text: await file.text() };
  } catch {
    return { problem: importErrors.unreadable };
  }
}
