import { useQuery } from '@tanstack/react-query';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { pictureQuery } from '@/features/answers/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import type { Answer } from '../../../shared/answers/answers.ts';

type AuthorMarkProps = { answer: Pick<Answer, 'id' | 'author' | 'platform'>; isOwn?: boolean };

/** The author's picture or initial, with the platform's mark at its edge; decorative. */
export function AuthorMark({ answer, isOwn = false }: AuthorMarkProps) {
  const { author, platform } = answer;
  const { data: picture } = useQuery(pictureQuery(useAgent(), answer));
  const [letter = '?'] = author.name.replace(/^[^\p{L}\p{N}]+/u, '');
  return (
    <span aria-hidden="true" className="relative size-9 shrink-0">
      <span
        className={cn(
          'flex size-full items-center justify-center overflow-hidden rounded-full border text-sm font-semibold uppercase',
          isOwn ? 'border-primary/25 bg-primary/10 text-primary' : 'bg-muted text-muted-foreground',
        )}
      >
        {picture ? <img src={picture} alt="" className="size-full object-cover" /> : letter}
      </span>
      <span className="absolute -right-1 -bottom-1 flex size-4.5 items-center justify-center rounded-full border bg-card text-muted-foreground">
        <PlatformMark platform={platform} className="size-3" />
      </span>
    </span>
  );
}
