import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { changeReader } from '@/app/shell/change-reader.ts';
import { followChanges } from '@/lib/changes.ts';
import { useConfig, useSupabase } from '@/lib/supabase.ts';

/** Keeps the screens of a hosted project up to date with others' changes. */
export function LiveChanges() {
  const queryClient = useQueryClient();
  const config = useConfig();
  const { auth } = useSupabase();
  useEffect(() => {
    const reader = changeReader(queryClient);
    const token = async () => (await auth.getSession()).data.session?.access_token ?? null;
    const end = followChanges(config, token, reader);
    return () => {
      end();
      reader.end();
    };
  }, [queryClient, config, auth]);
  return null;
}
