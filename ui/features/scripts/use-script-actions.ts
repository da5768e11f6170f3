import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { scriptsToasts } from '@/features/scripts/messages.ts';
import { createScript, deleteScript, saveScript, scriptsQuery } from '@/features/scripts/queries.ts';
import type { ScriptText } from '@/features/scripts/script.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { PuppeteerScriptsRow } from '../../../shared/database.ts';

type Rows = PuppeteerScriptsRow[];

/** Creates, saves and deletes scripts: each says how it went (§8) and brings the list up to date. The promises reject on a failure. */
export function useScriptActions() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { queryKey } = scriptsQuery(supabase);

  /** Shows the change at once; a load that is under way would bring the old list back. */
  async function change(update: (rows: Rows) => Rows) {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Rows>(queryKey, (rows) => rows && update(rows));
    void queryClient.invalidateQueries({ queryKey });
  }

  const create = useMutation({
    mutationFn: (text: ScriptText) => createScript(supabase, text),
    onSuccess: async (row) => {
      await change((rows) => [row, ...rows]);
      toast(scriptsToasts.created);
    },
    onError: (error) => toast(scriptsToasts.createFailed(error.message)),
  });

  const save = useMutation({
    mutationFn: ({ base, text }: { base: PuppeteerScriptsRow; text: ScriptText }) => saveScript(supabase, base, text),
    onSuccess: async (outcome) => {
      if (outcome.kind !== 'saved') return void queryClient.invalidateQueries({ queryKey });
      await change((rows) => rows.map((row) => (row.id === outcome.row.id ? outcome.row : row)));
      toast(scriptsToasts.saved);
    },
    onError: (error) => toast(scriptsToasts.saveFailed(error.message)),
  });

  const remove = useMutation({
    mutationFn: (id: string) => deleteScript(supabase, id),
    onSuccess: async (_, id) => {
      await change((rows) => rows.filter((row) => row.id !== id));
      toast(scriptsToasts.deleted);
    },
    onError: (error) => toast(scriptsToasts.deleteFailed(error.message)),
  });

  return { create, save, remove };
}
