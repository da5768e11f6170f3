import { useMutation } from '@tanstack/react-query';
import { Download, LoaderCircle, Table2 } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { toast } from '@/components/toast.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import { type Asked, exportPosts } from '@/features/insights/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { saveAs } from '@/lib/save-as.ts';

const words = insightsMessages.exports;

/** What is looked at, as a file. */
export function ExportMenu({ asked }: { asked: Asked }) {
  const agent = useAgent();
  const saving = useMutation({
    mutationFn: async () => saveAs(await exportPosts(agent, asked), words.csvName(asked.from ?? '', asked.to ?? '')),
    onError: (error) => toast({ title: words.failed, description: error.message, variant: 'destructive' }),
  });
  return (
    <Menu
      trigger={
        <Button variant="outline" aria-disabled={saving.isPending}>
          {saving.isPending ? (
            <LoaderCircle className="animate-spin" aria-hidden="true" />
          ) : (
            <Download aria-hidden="true" />
          )}
          {words.title}
        </Button>
      }
    >
      <MenuItem icon={Table2} disabled={saving.isPending} onSelect={() => saving.mutate()}>
        {words.csv}
      </MenuItem>
    </Menu>
  );
}
