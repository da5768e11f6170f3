import type { Account } from '../../../shared/accounts/accounts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import { LEAVING, takenBackFirst } from '../../../shared/publishing/held-in-words.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type LeavingOptions = { yes?: true };

/**
 * Asks for confirmation, as the UI does, before an account is removed or disconnected while its platform holds posts
 * for it. AppError bad_input if the user declines or there is no terminal.
 */
export async function askBeforeLeaving(
  api: Api,
  { id, label, platform }: Account,
  how: keyof typeof LEAVING,
  { yes }: LeavingOptions,
  terminal: Terminal,
): Promise<void> {
  if (yes) return;
  const { held } = await call(api, publishingApi.countHeldPosts, { params: { id } });
  if (held === 0) return;
  const { question, confirm: does } = LEAVING[how];
  const says = `${question(label)} ${takenBackFirst(platform, held)}`;
  await confirm(terminal, { says, question: `${does}? [y/N] `, words: ['y', 'yes'] });
}
