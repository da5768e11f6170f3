import { Link } from 'react-router-dom';
import { Badge } from '@/components/badge.tsx';
import { builtInMessages as words } from '@/features/templates/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { paths } from '@/lib/paths.ts';
import { needsModel, recogniseStyle } from '../../../shared/posts/template-style.ts';

type BuiltInNoteProps = { template: { name: string; prompt: string }; className?: string };

/** What the built-in writer makes of a template, and whether that is less than its prompt asks for. */
export function BuiltInNote({ template, className }: BuiltInNoteProps) {
  const style = recogniseStyle(template);
  if (!needsModel(template)) return <p className={cn(NOTE, className)}>{words.fits(style)}</p>;
  return (
    <div className={cn(NOTE, 'flex flex-col items-start gap-1.5', className)}>
      <Badge variant="outline">{words.needsModel}</Badge>
      <p>{words.beyond(style)}</p>
    </div>
  );
}

/** Shown above the templates if one of them needs a model and none is chosen, with a link to choose one. */
export function NoModelNote() {
  return (
    <p className="mb-4 text-sm text-pretty text-muted-foreground">
      {words.noModel}{' '}
      <Link to={paths.settings('ai')} className="whitespace-nowrap underline underline-offset-2 hover:text-foreground">
        {words.choose}
      </Link>
    </p>
  );
}

const NOTE = 'text-[0.8125rem] leading-snug text-pretty text-muted-foreground';
