import { CircleAlert, Info } from 'lucide-react';
import { importMessages as words } from '@/features/scheduler/import/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { ImportAnswer, ImportedPost, LineProblem } from '../../../../shared/posts/import/import.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

/** The posts that a file would create, and its problems by line. */
export function ImportPreview({ answer }: { answer: ImportAnswer }) {
  const { posts, problems, moreErrors, ignored, timezone } = answer;
  const errors = problems.filter(({ isWarning }) => !isWarning);
  const warnings = problems.filter(({ isWarning }) => isWarning);
  const drafts = posts.filter(({ time }) => time === null).length;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div role="status" className="flex flex-col gap-1 text-sm">
        {errors.length > 0 ? (
          <p className="font-medium text-destructive">{words.errors(errors.length + moreErrors)}</p>
        ) : (
          <p className="font-medium">{words.ready(posts.length - drafts, drafts, timezone)}</p>
        )}
        {ignored.length > 0 ? (
          <p className="text-muted-foreground [overflow-wrap:anywhere]">{words.ignored(ignored.join(', '))}</p>
        ) : null}
      </div>
      {errors.length > 0 ? <Problems problems={errors} more={moreErrors} /> : null}
      {warnings.length > 0 ? (
        <details className="text-sm">
          <summary className="w-fit rounded-sm text-muted-foreground hover:text-foreground">
            {words.warnings(warnings.length)}
          </summary>
          <Problems problems={warnings} more={0} />
        </details>
      ) : null}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        aria-label={words.preview}
        className="max-h-72 overflow-y-auto rounded-md border"
      >
        <ol className="divide-y">
          {posts.map((post) => (
            <PreviewLine key={post.line} post={post} timezone={timezone} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Problems({ problems, more }: { problems: LineProblem[]; more: number }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      aria-label={words.problems}
      className="mt-1 max-h-56 overflow-y-auto rounded-md border px-3 py-2 text-sm"
    >
      <ul className="flex flex-col gap-1.5">
        {problems.map(({ line, column, text, isWarning }) => (
          <li key={`${line} ${column} ${text}`} className="flex gap-2 [overflow-wrap:anywhere]">
            <Mark isWarning={isWarning} />
            <span>
              <span className="font-medium tabular-nums">{words.problem(line, column)}:</span> {text}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1.5">{words.moreErrors(more)}</p> : null}
    </section>
  );
}

function Mark({ isWarning }: { isWarning: boolean }) {
  const Icon = isWarning ? Info : CircleAlert;
  return (
    <Icon
      className={cn('mt-0.5 size-4 shrink-0', isWarning ? 'text-muted-foreground' : 'text-destructive')}
      aria-hidden="true"
    />
  );
}

function PreviewLine({ post, timezone }: { post: ImportedPost; timezone: string }) {
  const to = post.accounts.length > 0 ? post.accounts : post.platforms.map(platformLabel);
  const details = [
    ...(post.hashtags.length > 0 ? [post.hashtags.join(' ')] : []),
    ...(post.media.length > 0 ? [words.media(post.media.join(', '))] : []),
    ...(post.firstComment !== '' ? [words.comment(post.firstComment)] : []),
  ];
  return (
    <li className="flex gap-3 px-3 py-2 text-sm [content-visibility:auto] [contain-intrinsic-size:auto_4rem]">
      <span className="w-8 shrink-0 pt-0.5 text-right text-xs text-muted-foreground tabular-nums">{post.line}</span>
      <div className="min-w-0 flex-1">
        <p className="text-[0.8125rem] font-medium tabular-nums">
          {post.time === null ? words.draft : <time dateTime={post.time}>{formatDateTime(post.time, timezone)}</time>}
          <span className="font-normal text-muted-foreground"> · {to.join(', ') || words.noPlatform}</span>
        </p>
        <p dir="auto" className="line-clamp-2 whitespace-pre-line [overflow-wrap:anywhere]">
          {post.text}
        </p>
        {details.length > 0 ? (
          <p dir="auto" className="truncate text-xs text-muted-foreground">
            {details.join(' · ')}
          </p>
        ) : null}
      </div>
    </li>
  );
}
