import { useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import { Badge } from '@/components/badge.tsx';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { SETTINGS_CARDS, settingsMessages } from '@/features/settings/messages.ts';
import { settingsQuery } from '@/lib/settings.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';
import type { Settings } from '../../../shared/settings.ts';

/** Settings (§2): what the workspace runs by. */
export function SettingsScreen() {
  return (
    <div className="flex max-w-3xl flex-col gap-7">
      <PageHeader title={settingsMessages.title} subtitle={settingsMessages.subtitle} />
      <SettingsCards />
    </div>
  );
}

function SettingsCards() {
  const settings = useQuery(settingsQuery(useSupabase()));
  useErrorEffect(settings.error, () => toast.error(settingsMessages.loadFailed));

  if (settings.isPending) {
    return (
      <div role="status" className="flex flex-col gap-6">
        <span className="sr-only">{settingsMessages.loading}</span>
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-44 rounded-lg" />
        <Skeleton className="h-44 rounded-lg" />
      </div>
    );
  }
  if (settings.isError) {
    return (
      <Card>
        <ErrorState
          title={settingsMessages.loadFailed}
          description={settings.error.message}
          onRetry={() => void settings.refetch()}
        />
      </Card>
    );
  }
  return SETTINGS_CARDS.map((card) => (
    <Card key={card.title}>
      <CardHeader>
        <CardTitle>{card.title}</CardTitle>
      </CardHeader>
      <dl>
        {card.lines.map(({ setting, label, hint }) => (
          <div key={setting} className="flex items-start justify-between gap-6 border-t px-5 py-4 sm:px-6">
            <dt>
              <span className="block text-sm font-medium">{label}</span>
              <span className="mt-0.5 block max-w-prose text-[0.8125rem] text-muted-foreground">{hint}</span>
            </dt>
            <dd className="shrink-0 pt-px text-sm tabular-nums">
              <SettingValue value={settings.data[setting]} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  ));
}

/** Hours read as times of day, switches as On or Off. */
function SettingValue({ value }: { value: Settings[keyof Settings] }) {
  if (typeof value === 'boolean')
    return value ? <Badge variant="success">On</Badge> : <Badge variant="secondary">Off</Badge>;
  if (typeof value === 'number') return `${String(value).padStart(2, '0')}:00`;
  return value;
}
