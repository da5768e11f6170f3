import { Unplug } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { paths } from '@/lib/paths.ts';
import { formatDateTime } from '@/lib/time.ts';
import { strandedInWords } from '../../../shared/agent/agent-words.ts';
import type { StrandedChannel } from '../../../shared/agent/agents.ts';

const words = {
  label: 'Posts are waiting for an agent',
  remedy: 'Start that machine, or connect the account on one that is running.',
  show: 'Show agents',
} as const;

/** The accounts that get no posts because their agent is offline, and what to do. */
export function StrandedChannels({ stranded }: { stranded: readonly StrandedChannel[] }) {
  const timeZone = useTimeZone();
  return (
    <section
      aria-label={words.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-warning/30 bg-warning/8 px-4 py-3 sm:px-5"
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-sm">
        <Unplug className="mt-0.5 size-4.5 shrink-0 text-warning" strokeWidth={1.8} aria-hidden="true" />
        <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere]">
          {stranded.map((one) => (
            <p key={one.accountId} className="font-medium">
              {strandedInWords(one, `at ${formatDateTime(one.seenAt, timeZone)}`)}
            </p>
          ))}
          <p className="text-muted-foreground">{words.remedy}</p>
        </div>
      </div>
      <Button asChild variant="outline" size="sm">
        <Link to={paths.settings('agents')}>{words.show}</Link>
      </Button>
    </section>
  );
}
