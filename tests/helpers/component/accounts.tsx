import { screen } from '@testing-library/dom';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import { accountsTable } from '../accounts-table.ts';
import { type AppInDocument, plain, says } from './app.tsx';

const inOne = ({ title, purpose }: { title: string; purpose: string }) => `${title} ${purpose}`;
/** The part of a row between how the account posts and its login. */
export const LOGIN_PART = inOne(sessionMessages.withoutWarmups);
export const WARMUP_PART = inOne(sessionMessages.withWarmups);

/** The Accounts screen in a document, and its table, for changing it from outside. */
export function accountsScreen(app: AppInDocument) {
  return {
    /** The table; available once the agent runs. */
    get accounts() {
      return accountsTable(app.agent.admin);
    },
    async openAccounts(...words: string[]) {
      await app.open('/accounts');
      await says('Social Media Accounts Manage connected accounts and login sessions', ...words);
    },
    async chooseAction(item: string, label = 'IG_Main') {
      await app.press(`More actions for ${label}`);
      await app.press(item, { role: 'menuitem' });
    },
  };
}

/** Each row's words without whitespace, preceded by its icon's name. */
export function rows(): string[] {
  return [...document.querySelectorAll('main li')].map((row) => {
    const icon = row.querySelector('[role=img]')?.getAttribute('aria-label');
    return plain(`${icon ? `${icon}: ` : ''}${row.textContent}`);
  });
}

/** The dialog opened last. */
export async function topDialog(): Promise<HTMLElement> {
  const dialogs = await screen.findAllByRole('dialog');
  return dialogs.at(-1) ?? document.body;
}
