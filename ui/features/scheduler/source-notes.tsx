import { schedulerMessages } from '@/features/scheduler/messages.ts';
import type { SourceNote } from '../../../shared/database.ts';

/** What the post drew on, so that an editor can check it: each passage with its source. Nothing where a post keeps none. */
export function SourceNotes({ notes }: { notes: SourceNote[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground">
        {schedulerMessages.content.sources(notes.length)}
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

/** Only addresses of the web become links: the row's text comes from pages of strangers. */
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
