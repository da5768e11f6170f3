import { Info, TriangleAlert, Wrench } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { deliveryToasts, problemMessages } from '@/domain/publishing/messages.ts';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { useDeliveryAction } from '@/domain/publishing/use-delivery-action.ts';
import { cn } from '@/lib/class-names.ts';
import { paths } from '@/lib/paths.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { PostProblem } from '../../../shared/posts/post-problem.ts';

type ProblemListProps = {
  /** The scheduled post's id. */
  postId: string;
  problems: readonly PostProblem[];
};

/**
 * Why platforms would refuse a post, or what to know before it is published: a sentence each, with a button if one
 * click fixes it. Renders nothing without problems.
 */
export function ProblemList({ postId, problems }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="flex w-full flex-col gap-1.5 text-[0.8125rem] leading-snug">
      {problems.map((problem) => {
        const { platform, accountId, text, isWarning } = problem;
        const Icon = isWarning ? Info : TriangleAlert;
        return (
          <li key={`${platform} ${accountId} ${text}`} className="flex items-start gap-1.5 [overflow-wrap:anywhere]">
            <Icon
              className={cn('mt-px size-4 shrink-0', isWarning ? 'text-muted-foreground' : 'text-destructive')}
              aria-hidden="true"
            />
            <span className={cn('min-w-0', isWarning ? 'text-muted-foreground' : 'font-medium text-destructive')}>
              <span className="sr-only">{isWarning ? problemMessages.warning : problemMessages.problem}</span>
              {named(problem)}
              <EarlierPost problem={problem} />
              <MendButtons postId={postId} problem={problem} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The sentence, naming the platform that it is about. */
function named({ platform, text }: PostProblem): string {
  const label = platformLabel(platform);
  return text.includes(label) ? text : `${label}: ${text}`;
}

/** A link to the nearly identical earlier post. */
function EarlierPost({ problem: { earlier, platform } }: { problem: PostProblem }) {
  if (!earlier) return null;
  const { postId, url } = earlier;
  if (postId === null)
    return url ? <PostLink url={url} platform={platform} label={problemMessages.openEarlier} /> : null;
  return (
    <>
      {' '}
      <Link
        to={paths.postPanel(postId)}
        className="rounded-sm font-medium text-primary underline-offset-4 hover:underline"
      >
        {problemMessages.openEarlier}
      </Link>
    </>
  );
}

type MendButtonsProps = { postId: string; problem: PostProblem };

/** Buttons that fix a problem in one click: one fix, or a choice of two. */
function MendButtons({ postId, problem }: MendButtonsProps) {
  const { act, isBusy } = useDeliveryAction();
  const { platform, accountId: account, mend, media, text } = problem;
  const mends = mend === 'fit' ? FITS : mend === 'shorten' ? SHORTEN : [];
  if (mends.length === 0) return null;
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {mends.map((one) => (
        <Button
          key={one}
          variant="outline"
          size="sm"
          disabled={isBusy}
          aria-label={problemMessages.mendWhat(problemMessages.mend[one], text)}
          onClick={() =>
            void act(deliveryToasts.mended, (calls, agent) =>
              calls.mendPost(agent, postId, { platform, account, mend: one, media }),
            )
          }
        >
          <Wrench aria-hidden="true" />
          {problemMessages.mend[one]}
        </Button>
      ))}
    </span>
  );
}

const FITS = ['pad', 'crop'] as const;
const SHORTEN = ['shorten'] as const;
