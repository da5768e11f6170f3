import type { ReactNode } from 'react';
import { Dialog, DialogContent, DialogHeading } from '@/components/dialog.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import {
  bestOf,
  type Group,
  groupsOf,
  hourIn,
  type PublishedDelivery,
} from '@/features/dashboard/best-posts/best-posts.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

const words = dashboardMessages.best;

const BEST_POSTS = 5;
const BEST_GROUPS = 5;

type FiguresDialogProps = { deliveries: PublishedDelivery[]; onClose: () => void };

/** The posts, templates and hours of the last 30 days with the most interactions. */
export function FiguresDialog({ deliveries, onClose }: FiguresDialogProps) {
  const timeZone = useTimeZone();
  const hourOf = hourIn(timeZone);
  const templates = groupsOf(deliveries, (delivery) => delivery.scheduled_posts.generated_content.template_name);
  const hours = groupsOf(deliveries, ({ published_at }) => hourOf(published_at));
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-4xl">
        <DialogHeading title={words.title} description={words.text} />
        <div className="grid grid-cols-1 gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <PostTable deliveries={bestOf(deliveries, BEST_POSTS)} />
          <div className="flex min-w-0 flex-col gap-7">
            <GroupTable caption={words.templates} head={words.template} groups={templates}>
              {(template) => template ?? <span className="text-muted-foreground">{words.noTemplate}</span>}
            </GroupTable>
            <GroupTable caption={words.hours} head={words.hour(timeZone)} groups={hours}>
              {(hour) => `${String(hour).padStart(2, '0')}:00`}
            </GroupTable>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function PostTable({ deliveries }: { deliveries: PublishedDelivery[] }) {
  return (
    <Table caption={words.posts} heads={[words.post, words.likes, words.comments, words.shares]}>
      {deliveries.map(({ id, platform, remote_url, figures, scheduled_posts }) => (
        <tr key={id} className="border-t align-top">
          <th scope="row" className="min-w-0 py-2.5 pr-3 text-left font-normal">
            <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
              {scheduled_posts.generated_content.caption}
            </span>
            <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground">
              <span className="flex items-center gap-1.5">
                <PlatformMark platform={platform} className="size-3.5" />
                {platformLabel(platform)}
              </span>
              <PostLink url={remote_url} platform={platform} />
            </span>
          </th>
          {[figures.likes, figures.comments, figures.shares].map((count, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
            <NumberCell key={index}>
              {count?.toLocaleString('en') ?? (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="sr-only">{words.unreported}</span>
                </>
              )}
            </NumberCell>
          ))}
        </tr>
      ))}
    </Table>
  );
}

type GroupTableProps<Key> = {
  caption: string;
  head: string;
  groups: Group<Key>[];
  children: (key: Key) => ReactNode;
};

function GroupTable<Key extends string | number | null>({ caption, head, groups, children }: GroupTableProps<Key>) {
  return (
    <Table caption={caption} heads={[head, words.count, words.average]}>
      {groups.slice(0, BEST_GROUPS).map(({ key, count, average }) => (
        <tr key={key} className="border-t">
          <th scope="row" className="py-2 pr-3 text-left font-normal [overflow-wrap:anywhere] tabular-nums">
            {children(key)}
          </th>
          <NumberCell>{count.toLocaleString('en')}</NumberCell>
          <NumberCell>{average.toLocaleString('en', { maximumFractionDigits: 1 })}</NumberCell>
        </tr>
      ))}
    </Table>
  );
}

/** A small table; all columns but the first are numeric. */
function Table({ caption, heads, children }: { caption: string; heads: string[]; children: ReactNode }) {
  return (
    <table className="w-full self-start text-[0.8125rem]">
      <caption className="pb-2 text-left text-sm font-medium">{caption}</caption>
      <thead>
        <tr className="text-xs text-muted-foreground">
          {heads.map((head, index) => (
            <th key={head} scope="col" className={index === 0 ? 'pb-1.5 text-left' : 'pb-1.5 pl-3 text-right'}>
              <span className="font-medium">{head}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function NumberCell({ children }: { children: ReactNode }) {
  return <td className="py-2 pl-3 text-right tabular-nums">{children}</td>;
}
