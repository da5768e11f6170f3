import { useQuery } from '@tanstack/react-query';
import { DeletedPosts } from '@/components/deleted-posts.tsx';
import { deletedTitle } from '@/features/settings/jobs-messages.ts';
import { contentBinQuery } from '@/lib/content-bin.ts';
import { contentBinMessages } from '@/lib/content-bin-messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** What was deleted in the last day, each with a button that brings it back; nothing while there is none. */
export function RecentlyDeleted({ timezone }: { timezone: string }) {
  const bin = useQuery(contentBinQuery(useSupabase())).data;
  if (!bin || bin.rows.length === 0) return null;
  return (
    <details className="border-t px-5 py-4 text-sm sm:px-6">
      <summary className="cursor-pointer rounded-sm font-medium">{deletedTitle(bin.total)}</summary>
      <p className="mt-1.5 mb-2 text-muted-foreground">{contentBinMessages.description}</p>
      <DeletedPosts {...bin} timezone={timezone} />
    </details>
  );
}
