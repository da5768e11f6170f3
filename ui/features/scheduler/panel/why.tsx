import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { ReasonList } from '@/features/scheduler/panel/reason-list.tsx';
import type { Content, Place } from '@/features/scheduler/queries.ts';
import { readReasons } from '../../../../shared/posts/post-reasons.ts';
import { whyThisPost } from '../../../../shared/posts/reason-words.ts';
import type { SourceNote } from '../../../../shared/workspace/database.ts';

/**
 * What triggered the post, why it has this project, template and time, who wrote it, and its cost. Renders nothing for
 * a draft written by hand.
 */
export function WhyThisPost({ content, place }: { content: Content; place: Place | null }) {
  const reasons = whyThisPost(readReasons(content.reasons), content, place);
  return reasons.length > 0 ? <ReasonList reasons={reasons} /> : null;
}

/** The post's source passages, for an editor to check. Nothing if it has none. */
export function SourceNotes({ notes }: { notes: SourceNote[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground">
        {schedulerMessages.post.sources(notes.length)}
      </summary>
      <ul className="mt-2.5 flex flex-col gap-3">
        {notes.map((note) => (
          <li key={`${note.url} ${note.passage}`} className="border-l-2 pl-3 [overflow-wrap:anywhere]">
            <p dir="auto" className="text-[0.8125rem] text-muted-foreground">
              {note.passage}
            </p>
            <SourceLink note={note} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Only http addresses become links: the text comes from untrusted pages. */
function SourceLink({ note }: { note: SourceNote }) {
  const title = note.title || note.url;
  if (!/^https?:\/\//i.test(note.url)) return <span className="text-xs">{title}</span>;
  return (
    <a
      href={note.url}
      target="_blank"
      rel="noreferrer"
      dir="auto"
      className="text-xs font-medium underline underline-offset-3 hover:text-primary"
    >
      {title}
    </a>
  );
}
