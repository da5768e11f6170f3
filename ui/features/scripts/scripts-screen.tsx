import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { scriptsMessages } from '@/features/scripts/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';
import type { PuppeteerScriptsRow } from '../../../shared/database.ts';

/** Scripts (§2): the list, newest first, and the selected script; the first one is selected on load. */
export function ScriptsScreen() {
  const supabase = useSupabase();
  const scripts = useQuery({
    queryKey: ['puppeteer_scripts'],
    queryFn: async () =>
      (await supabase.from('puppeteer_scripts').select('*').order('created_at', { ascending: false }).throwOnError())
        .data,
  });
  useErrorEffect(scripts.error, (description) =>
    toast({ title: scriptsMessages.loadFailed, description, variant: 'destructive' }),
  );
  return (
    <div className="flex flex-col gap-7">
      <PageHeader title={scriptsMessages.title} subtitle={scriptsMessages.subtitle} />
      {scripts.isError ? (
        <Card>
          <ErrorState
            title={scriptsMessages.loadFailed}
            description={scripts.error.message}
            onRetry={() => void scripts.refetch()}
          />
        </Card>
      ) : (
        <ScriptPanes scripts={scripts.data} />
      )}
    </div>
  );
}

/** `scripts` is undefined while they are loading. */
function ScriptPanes({ scripts }: { scripts: PuppeteerScriptsRow[] | undefined }) {
  const [selectedId, select] = useState<string>();
  const selected = scripts?.find((script) => script.id === selectedId) ?? scripts?.[0];
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Card>
        <CardHeader>
          <CardTitle>{scriptsMessages.list}</CardTitle>
        </CardHeader>
        <div className="flex flex-col gap-0.5 px-2 pb-3">
          {scripts ? null : <Skeleton className="mx-3 h-8" />}
          {scripts?.length === 0 ? (
            <p className="px-3 pb-2 text-sm text-muted-foreground">{scriptsMessages.none}</p>
          ) : null}
          {scripts?.map((script) => (
            <button
              key={script.id}
              type="button"
              aria-current={script.id === selected?.id}
              onClick={() => select(script.id)}
              className={cn(
                'truncate rounded-md px-3 py-2 text-left text-sm hover:bg-accent',
                script.id === selected?.id && 'bg-accent font-medium',
              )}
            >
              {script.name}
            </button>
          ))}
        </div>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{selected?.name ?? scriptsMessages.noSelection}</CardTitle>
        </CardHeader>
        {selected ? (
          <CardContent>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls sideways, and the keyboard must reach it. */}
            <pre tabIndex={0} className="overflow-x-auto rounded-md border bg-muted p-4 font-mono text-[0.8125rem]">
              {selected.code}
            </pre>
          </CardContent>
        ) : (
          <EmptyState icon={ScrollText} {...scriptsMessages.empty} />
        )}
      </Card>
    </div>
  );
}
