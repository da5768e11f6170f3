import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { toast } from '@/components/toast.tsx';
import { scriptsMessages, scriptsToasts } from '@/features/scripts/messages.ts';
import { scriptsQuery } from '@/features/scripts/queries.ts';
import { ScriptsWorkspace } from '@/features/scripts/scripts-workspace.tsx';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';

/** Scripts (§2): the list on the left, the selected script next to it. A loaded list stays when a refetch fails. */
export function ScriptsScreen() {
  const scripts = useQuery(scriptsQuery(useSupabase()));
  useErrorEffect(scripts.error, (message) => toast(scriptsToasts.loadFailed(message)));
  if (scripts.data || scripts.isPending) return <ScriptsWorkspace scripts={scripts.data} />;
  const { title, description } = scriptsToasts.loadFailed(scripts.error.message);
  return (
    <Page>
      <PageHeader title={scriptsMessages.title} />
      <Card>
        <ErrorState title={title} description={description} onRetry={() => void scripts.refetch()} />
      </Card>
    </Page>
  );
}
