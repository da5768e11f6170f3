import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { SECTIONS } from '@/features/scheduler/section.tsx';

const LINKS = [
  [SECTIONS.content, schedulerMessages.content.title],
  [SECTIONS.timeline, schedulerMessages.timeline.title],
] as const;

/** Where the two lists stand one under the other: the way to each, since the first may be long. */
export function SectionLinks() {
  return (
    <nav aria-label={schedulerMessages.onThisPage} className="flex flex-wrap gap-x-6 gap-y-2 text-sm xl:hidden">
      {LINKS.map(([id, title]) => (
        <a key={id} href={`#${id}`} className="rounded-sm font-medium text-primary underline-offset-4 hover:underline">
          {title}
        </a>
      ))}
    </nav>
  );
}
