import { Suspense, useState } from 'react';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { AccountsCard } from '@/features/accounts/accounts-card.tsx';
import { AddAccountDialog } from '@/features/accounts/add-account-dialog.tsx';
import { accountsMessages } from '@/features/accounts/messages.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

const ChannelDialog = lazyPart('ChannelDialog', () => import('@/features/accounts/channel/channel-dialog.tsx'));

/** Accounts (§2): add, connect, warm up and delete accounts. */
export function AccountsScreen() {
  const [connecting, setConnecting] = useState<SocialAccountsRow>();
  return (
    <Page>
      <PageHeader
        title={accountsMessages.title}
        subtitle={accountsMessages.subtitle}
        actions={<AddAccountDialog onConnect={setConnecting} />}
      />
      <AccountsCard onConnect={setConnecting} />
      <Suspense>
        {connecting ? <ChannelDialog account={connecting} onClose={() => setConnecting(undefined)} /> : null}
      </Suspense>
    </Page>
  );
}
