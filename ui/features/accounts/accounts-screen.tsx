import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { AccountsCard } from '@/features/accounts/accounts-card.tsx';
import { AddAccountDialog } from '@/features/accounts/add-account-dialog.tsx';
import { accountsMessages } from '@/features/accounts/messages.ts';

/** Accounts (§2): add, warm up and delete the connected accounts. */
export function AccountsScreen() {
  return (
    <Page>
      <PageHeader title={accountsMessages.title} subtitle={accountsMessages.subtitle} actions={<AddAccountDialog />} />
      <AccountsCard />
    </Page>
  );
}
