import { useMutation } from '@tanstack/react-query';
import { Download, FileText, LoaderCircle, Table2 } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { toast } from '@/components/toast.tsx';
import { daysBefore } from '@/features/insights/filters/filters.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import { type Asked, exportPosts, exportReport } from '@/features/insights/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { saveAs } from '@/lib/save-as.ts';

const words = insightsMessages.exports;

/**
 * Exports the filtered posts as CSV, or the report of this or last month as PDF; `today` is the date in the configured
 * zone.
 */
export function ExportMenu({ asked, today }: { asked: Asked; today: string }) {
  const agent = useAgent();
  const saving = useMutation({
    mutationFn: async (month: string | null) => {
      if (month === null) saveAs(await exportPosts(agent, asked), words.csvName(asked.from ?? '', asked.to ?? ''));
      else saveAs(await exportReport(agent, asked, month), words.pdfName(month));
    },
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
      <MenuItem icon={Table2} disabled={saving.isPending} onSelect={() => saving.mutate(null)}>
        {words.csv}
      </MenuItem>
      {[monthBefore(today), today.slice(0, 7)].map((month) => (
        <MenuItem key={month} icon={FileText} disabled={saving.isPending} onSelect={() => saving.mutate(month)}>
          {words.pdf(monthName.format(Date.parse(`${month}-01`)), today.startsWith(month))}
        </MenuItem>
      ))}
    </Menu>
  );
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The month before that of a date: 2026-10 for 2026-11-26. */
function monthBefore(date: string): string {
  return daysBefore(`${date.slice(0, 7)}-01`, 1).slice(0, 7);
}
