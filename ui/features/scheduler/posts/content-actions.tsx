import { Bookmark, CalendarPlus, Ellipsis, Eye, PenLine, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/dropdown-menu.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { CopyButton } from '@/features/scheduler/posts/copy-button.tsx';
import { DeleteDialog } from '@/features/scheduler/posts/delete-dialog.tsx';
import { useContentActions } from '@/features/scheduler/posts/use-content-actions.ts';
import { useOpenedContent } from '@/features/scheduler/posts/use-opened-content.ts';
import type { Content } from '@/features/scheduler/queries.ts';
import { cn } from '@/lib/class-names.ts';

const words = schedulerMessages.content;
/** Two of them fill a row of a narrow card. */
const WIDE = '@max-[26rem]:basis-[calc(50%-0.25rem)]';

const TimeDialog = lazy(async () => ({
  default: (await import('@/features/scheduler/calendar/time-dialog.tsx')).TimeDialog,
}));

/** The actions for content: edit, preview, copy and save as buttons; delete, and schedule for drafts, in the menu. */
export function ContentActions({ content }: { content: Content }) {
  const { setSaved, schedule } = useContentActions();
  const { open, edit } = useOpenedContent();
  const [isDeleting, setDeleting] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const isSaved = content.saved_at !== null;
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" className={WIDE} onClick={() => edit(content.id)}>
          <PenLine aria-hidden="true" />
          {words.edit}
          <span className="sr-only">{words.editWhat}</span>
        </Button>
        <Button variant="outline" size="sm" className={WIDE} onClick={() => open('preview', content.id)}>
          <Eye aria-hidden="true" />
          {words.preview}
          <span className="sr-only">{words.previewWhat}</span>
        </Button>
        <CopyButton content={content} />
        <Button variant="outline" size="sm" onClick={() => void setSaved(content, !isSaved)}>
          <Bookmark aria-hidden="true" className={cn(isSaved && 'fill-current text-primary')} />
          {isSaved ? words.unkeep : words.keep}
          <span className="sr-only">{words.keepWhat}</span>
        </Button>
        <DropdownMenu modal={false}>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon-sm" aria-label={words.menu} className="ml-auto">
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {content.status === 'draft' ? (
              <DropdownMenuItem onSelect={() => setScheduling(true)}>
                <CalendarPlus aria-hidden="true" />
                {words.schedule}
              </DropdownMenuItem>
            ) : null}
            <DropdownMenuItem className="text-destructive" onSelect={() => setDeleting(true)}>
              <Trash2 aria-hidden="true" />
              {words.delete}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      {isScheduling ? (
        <Suspense>
          <TimeDialog
            purpose="schedule"
            caption={content.caption}
            start={null}
            onPick={(time) => schedule(content, time)}
            onClose={() => setScheduling(false)}
          />
        </Suspense>
      ) : null}
      {isDeleting ? <DeleteDialog content={content} onClose={() => setDeleting(false)} /> : null}
    </div>
  );
}
