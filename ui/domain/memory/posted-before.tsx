import { ChevronDown, ExternalLink, History } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '@/components/badge.tsx';
import { Button } from '@/components/button.tsx';
import { memoryMessages as words } from '@/domain/memory/messages.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { cn } from '@/lib/class-names.ts';
import { paths } from '@/lib/paths.ts';
import type { SimilarPosted } from '../../../shared/memory/memory.ts';
import { dayInWords } from '../../../shared/memory/near-duplicate.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { figuresInWords } from '../../../shared/publishing/figures.ts';

type PostedBeforeProps = { posts: readonly SimilarPosted[]; onUse: (text: string) => void };

/** Published posts similar to the text being written, collapsed at first. Renders nothing if there are none. */
export function PostedBefore({ posts, onUse }: PostedBeforeProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (posts.length === 0) return null;
  const near = posts.filter(({ likeness }) => likeness !== null).length;
  return (
    <section aria-labelledby={`${id}-title`} className="min-w-0 rounded-lg border bg-card">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-3 rounded-lg px-4 text-left text-sm outline-none focus-visible:ring-3 focus-visible:ring-ring/50"
        >
          <History className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
          <span id={`${id}-title`} className="font-medium">
            {words.title}
          </span>
          <span className="min-w-0 flex-1 truncate text-[0.8125rem] text-muted-foreground">
            {near > 0 ? words.nearCount(near) : words.count(posts.length)}
          </span>
          <ChevronDown
            className={cn('size-4 shrink-0 text-muted-foreground transition-transform', isOpen && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </h2>
      {isOpen ? (
        <ul id={`${id}-list`} className="flex flex-col divide-y border-t">
          {posts.map((post) => (
            <Earlier key={post.postId ?? post.id} post={post} onUse={() => onUse(post.text)} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Earlier({ post, onUse }: { post: SimilarPosted; onUse: () => void }) {
  const { id, postId, text, at, isOut, likeness, places } = post;
  const timeZone = useTimeZone();
  const [first] = places;
  const figures = figuresInWords(first?.figures ?? {});
  const beginning = text.replace(/\s+/g, ' ').slice(0, BEGINNING);
  return (
    <li className="flex min-w-0 flex-col gap-2 px-4 py-3">
      <p dir="auto" className="line-clamp-3 text-sm [overflow-wrap:anywhere]">
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.8125rem] text-muted-foreground">
        {likeness === null ? null : <Badge variant="warning">{likeness >= 1 ? words.same : words.near}</Badge>}
        {isOut ? null : <Badge variant="outline">{words.scheduled}</Badge>}
        {at === null ? (
          <span>{words.unknownTime}</span>
        ) : (
          <time dateTime={at}>{dayInWords(new Date(at), timeZone, new Date())}</time>
        )}
        {places.map(({ platform, accountId, account }) => (
          <span key={`${platform} ${accountId}`} className="flex min-w-0 items-center gap-1.5">
            <PlatformMark platform={platform} className="size-3.5" />
            <span className="truncate">{account ?? platformLabel(platform)}</span>
          </span>
        ))}
        {figures ? <span className="tabular-nums">{figures}</span> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <OpenEarlier id={postId === null ? null : id} url={first?.url ?? null} label={words.openWhich(beginning)} />
        <Button variant="outline" size="sm" aria-label={words.useWhich(beginning)} onClick={onUse}>
          {words.use}
        </Button>
      </div>
    </li>
  );
}

/** Opens in a new tab, so that the text being written stays open. */
function OpenEarlier({ id, url, label }: { id: string | null; url: string | null; label: string }) {
  if (id === null && !/^https?:\/\//i.test(url ?? '')) return null;
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={id === null ? String(url) : paths.postPanel(id)} target="_blank" rel="noreferrer" aria-label={label}>
        {words.open}
        <ExternalLink aria-hidden="true" />
      </Link>
    </Button>
  );
}

const BEGINNING = 60;
