import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import {
  byTextLength,
  type ChosenDestination,
  rulesOf,
  type TextRules,
} from '@/features/compose/destinations/chosen.ts';
import { type Draft, type Target, wordsFor } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { withLinkTags } from '../../../../shared/posts/link-tags.ts';
import { checkText, joinCaption } from '../../../../shared/posts/platform-limits.ts';
import { canThread, platformLabel } from '../../../../shared/posts/platforms.ts';
import { writtenParts } from '../../../../shared/posts/thread-parts.ts';
import { threadOf } from '../../../../shared/publishing/post-parts.ts';

const words = composeMessages.text;

type CountersProps = {
  /** May lag behind what is typed. */
  draft: Draft;
  destinations: readonly ChosenDestination[];
  target: Target;
  onTarget: (target: Target) => void;
};

/** The text's length and limit on each platform, or its posts; a press customizes it there. */
export function Counters({ draft, destinations, target, onTarget }: CountersProps) {
  // Splitting a long text into the posts of a thread takes a while.
  const counts = useMemo(
    () =>
      byTextLength(destinations).flatMap((group, _, groups) =>
        rulesOf(group).map((rules) => {
          const { platform } = rules;
          // If a platform's accounts have different limits, they are named.
          const isShared = groups.filter(([first]) => first?.platform === platform).length === 1;
          const name = isShared ? platformLabel(platform) : group.map((one) => one.name).join(', ');
          return { platform, name, isShared, ...countOn(rules, draft) };
        }),
      ),
    [draft, destinations],
  );
  if (counts.length === 0) return null;
  return (
    <ul aria-label={words.counters} className="flex min-w-0 flex-1 flex-wrap justify-end gap-1">
      {counts.map(({ platform, name, isShared, shown, isBad }) => (
        <li key={`${platform} ${name}`}>
          <button
            type="button"
            aria-pressed={target.kind !== 'all' && target.platform === platform}
            aria-label={`${isShared ? name : `${platformLabel(platform)}, ${name}`} ${shown}`}
            title={isShared ? words.customize(name) : `${words.customize(platformLabel(platform))} (${name})`}
            onClick={() => onTarget({ kind: 'platform', platform })}
            className={cn(
              'inline-flex min-h-7 items-center gap-1.5 rounded-md px-1.5 text-xs tabular-nums text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground aria-pressed:bg-primary/8 aria-pressed:text-foreground pointer-coarse:min-h-11',
              isBad && 'font-medium text-destructive hover:text-destructive aria-pressed:text-destructive',
            )}
          >
            <PlatformMark platform={platform} className="size-3.5" />
            {shown}
            {isBad ? <TriangleAlert className="size-3" aria-hidden="true" /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}

function countOn({ platform, tagging, limits }: TextRules, draft: Draft) {
  const { caption: written, hashtags } = wordsFor(draft, { kind: 'platform', platform });
  const caption = withLinkTags(written, tagging);
  const check = checkText(platform, caption, hashtags, {}, limits.textLength);
  const thread = canThread(platform) ? threadOf(joinCaption(caption, hashtags), platform, limits) : null;
  const posts = thread?.rest === '' ? thread.parts.length : 1;
  const count = words.count(check.length, check.limit);
  const inParts = writtenParts(caption).length > 1 ? words.posts(posts) : words.countOfThread(count, posts);
  return {
    shown: posts > 1 ? inParts : count,
    isBad: (check.isTooLong && posts === 1) || check.hasTooManyHashtags || check.hasBadTitle,
  };
}
