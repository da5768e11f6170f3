import { CircleHelp, CirclePause, Hourglass, Lock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { usePublishingAccounts } from '@/domain/publishing/accounts.ts';
import { useSettings } from '@/domain/workspace/settings.ts';
import type { InsightsFilter } from '@/features/insights/filters/filters.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { paths } from '@/lib/paths.ts';
import { platformLabel, platformOf } from '../../../shared/posts/platforms.ts';

const words = insightsMessages.notices;
const NAMED = 3;

/**
 * Says that no new metrics are collected and how to resume, or that the first ones will follow. `hasFigures`: there are
 * some.
 */
export function Collecting({ filter, hasFigures }: { filter: InsightsFilter; hasFigures: boolean }) {
  const settings = useSettings();
  const { all, silent } = useAccounts(filter);
  const isOff = settings?.collect_figures === false;
  const isPaused = settings?.automation_paused === true;
  return (
    <>
      {isOff || isPaused ? (
        <Notice
          icon={CirclePause}
          isWarning
          action={
            <Button asChild variant="outline" size="sm">
              <Link to={paths.settings(isOff ? 'publishing' : 'jobs')}>{isOff ? words.turnOn : words.resume}</Link>
            </Button>
          }
        >
          {isOff ? words.off : words.paused}
        </Notice>
      ) : hasFigures || all.length === silent.length ? null : (
        <Notice icon={Hourglass}>{words.soon}</Notice>
      )}
    </>
  );
}

/** The accounts whose posts get no metrics, and why. */
export function SilentAccounts({ filter }: { filter: InsightsFilter }) {
  const { silent } = useAccounts(filter);
  if (silent.length === 0) return null;
  const names = silent.slice(0, NAMED).map(({ label, platform }) => words.account(label, platformLabel(platform)));
  return (
    <Notice icon={CircleHelp} action={<ToAccounts />}>
      {words.silent(names, silent.length - names.length)}
    </Notice>
  );
}

/** The accounts whose login lacks the permission to read metrics. */
export function WithoutPermission({ filter }: { filter: InsightsFilter }) {
  const lines = useAccounts(filter).all.flatMap(({ label, platform, channel }) => {
    const what = platformOf(platform).reads?.figures?.what;
    const isLacking = channel?.isReady && channel.limits.lacks?.includes('figures');
    return what && isLacking ? [words.lacksOf(what, words.account(label, platformLabel(platform)))] : [];
  });
  if (lines.length === 0) return null;
  return (
    <Notice icon={Lock} action={<ToAccounts />}>
      {words.lacks(lines.slice(0, NAMED), Math.max(lines.length - NAMED, 0))}
    </Notice>
  );
}

function ToAccounts() {
  return (
    <Button asChild variant="outline" size="sm">
      <Link to="/accounts">{words.accounts}</Link>
    </Button>
  );
}

function useAccounts({ platform: only, account }: InsightsFilter) {
  const all = [...(usePublishingAccounts()?.values() ?? [])].filter(
    ({ id, platform }) => (only === null || only === platform) && (account === null || account === id),
  );
  const silent = all.filter(({ platform, channel }) => !channel || platformOf(platform).figures.post.length === 0);
  return { all, silent };
}

type NoticeProps = { icon: LucideIcon; isWarning?: boolean; action?: ReactNode; children: ReactNode };

function Notice({ icon: Icon, isWarning = false, action, children }: NoticeProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border px-4 py-3 sm:px-5',
        isWarning ? 'border-warning/30 bg-warning/8' : 'bg-card',
      )}
    >
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-sm text-pretty">
        <Icon
          className={cn('mt-0.5 size-4.5 shrink-0', isWarning ? 'text-warning' : 'text-muted-foreground')}
          strokeWidth={1.8}
          aria-hidden="true"
        />
        {children}
      </p>
      {action}
    </div>
  );
}
