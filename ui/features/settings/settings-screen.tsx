import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { settingsQuery } from '@/domain/workspace/settings.ts';
import { AiCard } from '@/features/settings/ai/ai-card.tsx';
import { BackupsCard } from '@/features/settings/backups-card.tsx';
import { JobsCard } from '@/features/settings/jobs/jobs-card.tsx';
import { settingsMessages, settingsToasts } from '@/features/settings/messages.ts';
import { AssistantsCard } from '@/features/settings/people/assistants-card.tsx';
import { MembersCard } from '@/features/settings/people/members-card.tsx';
import { SETTINGS_COLUMNS, SettingsFormView } from '@/features/settings/settings-form.tsx';
import { PostingTimesCard } from '@/features/settings/slots/posting-times-card.tsx';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';

/** Settings (§2). */
export function SettingsScreen() {
  return (
    <Page>
      <PageHeader title={settingsMessages.title} subtitle={settingsMessages.subtitle} />
      <StoredSettings />
      <div className={SETTINGS_COLUMNS}>
        <AiCard />
        <JobsCard />
        <BackupsCard />
        <MembersCard />
        <AssistantsCard />
      </div>
    </Page>
  );
}

function StoredSettings() {
  const settings = useQuery(settingsQuery(useSupabase()));
  useErrorEffect(settings.error, () => toast.error(settingsToasts.loadFailed));
  if (settings.data) {
    return (
      <>
        <SettingsFormView row={settings.data} />
        <div className={SETTINGS_COLUMNS}>
          <PostingTimesCard row={settings.data} />
        </div>
      </>
    );
  }
  if (settings.isError) {
    return (
      <Card>
        <ErrorState
          title={settingsToasts.loadFailed}
          description={failureReason(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      </Card>
    );
  }
  return (
    <div role="status" className={SETTINGS_COLUMNS}>
      <span className="sr-only">{settingsMessages.loading}</span>
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </div>
  );
}
