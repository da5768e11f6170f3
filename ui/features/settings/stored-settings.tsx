import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { toast } from '@/components/toast.tsx';
import { settingsQuery } from '@/domain/workspace/settings.ts';
import { settingsToasts } from '@/features/settings/messages.ts';
import { SectionSkeleton } from '@/features/settings/section-skeleton.tsx';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';

/** The stored settings for a section, once they are loaded. */
export function StoredSettings({ children }: { children: (row: AppSettingsRow) => ReactNode }) {
  const settings = useQuery(settingsQuery(useSupabase()));
  useErrorEffect(settings.error, () => toast.error(settingsToasts.loadFailed));
  if (settings.data) return children(settings.data);
  if (!settings.isError) return <SectionSkeleton />;
  return (
    <Card>
      <ErrorState title={settingsToasts.loadFailed} query={settings} />
    </Card>
  );
}
