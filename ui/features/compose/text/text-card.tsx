import { useDeferredValue, useId, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { Label } from '@/components/label.tsx';
import { Select } from '@/components/select.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { asText, asTyped, type Version } from '@/domain/posts/post-text.ts';
import { type ChosenDestination, rulesOf, type TextRules } from '@/features/compose/destinations/chosen.ts';
import { type Draft, ownVersion, type Target, withVersion, wordsFor } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { Counters } from '@/features/compose/text/counters.tsx';
import { EmojiButton } from '@/features/compose/text/emoji-button.tsx';
import { HashtagField } from '@/features/compose/text/hashtag-field.tsx';
import { insertText } from '@/features/compose/text/insert-text.ts';
import { peopleSources } from '@/features/compose/text/people.ts';
import { ThreadField } from '@/features/compose/text/thread-field.tsx';
import { WriterMenu } from '@/features/compose/text/writer-menu.tsx';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { canThread, type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

const words = composeMessages.text;

type TextCardProps = {
  draft: Draft;
  destinations: readonly ChosenDestination[];
  target: Target;
  onTarget: (target: Target) => void;
  isFixed: boolean;
  onEdit: (change: (draft: Draft) => Draft) => void;
};

/**
 * The text: the shared one, and separate versions for platforms and accounts. Below it, its length on each platform.
 */
export function TextCard({ draft, destinations, target, onTarget, isFixed, onEdit }: TextCardProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement | null>(null);
  // Typing does not wait for the counters.
  const counted = useDeferredValue(draft);
  const targets = targetsOf(destinations);
  const current = targets.find(({ key }) => key === keyOf(target)) ?? targets[0];
  const own = ownVersion(draft, target);
  const version = own ?? asTyped(wordsFor(draft, target));
  const rules = rulesOf(destinations);
  const threads = rules.filter(
    ({ platform }) => (target.kind === 'all' || target.platform === platform) && canThread(platform),
  );
  const change = (next: Version) => onEdit((now) => withVersion(now, target, next));

  return (
    <section aria-label={words.label} className="flex flex-col gap-4 rounded-lg border bg-card p-4 sm:p-5">
      <div className="flex items-center justify-between gap-2">
        {targets.length > 1 ? (
          <div className="flex min-w-0 flex-1 items-center gap-2">
            <Label htmlFor={`${id}-for`} className="shrink-0 text-[0.8125rem] text-muted-foreground">
              {words.for}
            </Label>
            <Select
              id={`${id}-for`}
              className="h-9 w-auto max-w-60 min-w-0 gap-3 sm:min-w-36"
              value={current?.key ?? 'all'}
              onChoose={(key) => onTarget(targets.find((entry) => entry.key === key)?.target ?? { kind: 'all' })}
              options={targets.map(({ key, platform, name, target }) => ({
                value: key,
                label: (
                  <span className="inline-flex max-w-full items-center gap-2 align-bottom">
                    {platform ? <PlatformMark platform={platform} /> : null}
                    <span className="min-w-0 in-data-[slot=select-trigger]:truncate">{name}</span>
                    {target.kind !== 'all' && ownVersion(draft, target) ? (
                      <span className="text-xs text-muted-foreground">({words.custom})</span>
                    ) : null}
                  </span>
                ),
              }))}
            />
          </div>
        ) : (
          <Label htmlFor={`${id}-text`}>{words.label}</Label>
        )}
        <WriterMenu draft={draft} target={target} destinations={destinations} isFixed={isFixed} onEdit={onEdit} />
      </div>
      <div>
        <ThreadField
          id={id}
          label={target.kind === 'all' ? words.label : `${words.label}: ${current?.name}`}
          caption={version.caption}
          hashtags={asText(version).hashtags}
          threads={threads}
          isSharedBeyond={target.kind === 'all' && threads.length < rules.length}
          people={peopleSources(destinations, target)}
          isFixed={isFixed}
          onChange={(changed) =>
            onEdit((now) => {
              const own = ownVersion(now, target) ?? asTyped(wordsFor(now, target));
              return withVersion(now, target, { ...own, caption: changed(own.caption) });
            })
          }
          onFocus={(focused) => {
            field.current = focused;
          }}
        />
        <div className="mt-1.5 flex items-start justify-between gap-x-3">
          <EmojiButton
            disabled={isFixed}
            onPick={(emoji) => {
              const into = field.current?.isConnected ? field.current : document.getElementById(`${id}-text`);
              if (into instanceof HTMLTextAreaElement) insertText(into, emoji);
            }}
          />
          <Counters draft={counted} destinations={destinations} target={target} onTarget={onTarget} />
        </div>
      </div>
      <RoomNote rules={rules} target={target} />
      <OwnNote draft={draft} target={target} name={current?.name ?? ''} isFixed={isFixed} onEdit={onEdit} />
      <HashtagField
        value={version.hashtags}
        disabled={isFixed}
        onChange={(hashtags) => change({ ...version, hashtags })}
      />
    </section>
  );
}

/** A note if the chosen accounts' text limit differs from their platform's usual one, such as with X Premium. */
function RoomNote({ rules, target }: { rules: readonly TextRules[]; target: Target }) {
  const notes = rules
    .filter(({ platform }) => target.kind === 'all' || target.platform === platform)
    .filter(({ platform, limits }) => limits.textLength !== PLATFORM_LIMITS[platform].textLength)
    .map(({ platform, limits }) => words.room(platform, limits.textLength));
  if (notes.length === 0) return null;
  return <p className="text-[0.8125rem] text-muted-foreground">{notes.join(' · ')}</p>;
}

type OwnNoteProps = Pick<TextCardProps, 'draft' | 'target' | 'isFixed' | 'onEdit'> & { name: string };

/** Says which version the target uses, with a button to revert to the shared text. */
function OwnNote({ draft, target, name, isFixed, onEdit }: OwnNoteProps) {
  const line = 'flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted-foreground';
  if (target.kind === 'all') {
    const platforms = Object.keys(draft.byPlatform).filter((platform) =>
      draft.platforms.includes(platform as Platform),
    );
    if (platforms.length === 0) return null;
    return <p className={line}>{words.keepOwn(platforms.map(platformLabel))}</p>;
  }
  if (ownVersion(draft, target)) {
    return (
      <p className={line}>
        {words.own(name)}
        {isFixed ? null : (
          <Button
            variant="link"
            size="sm"
            className="h-6 px-0"
            aria-label={words.resetWhat(name)}
            onClick={() => onEdit((now) => withVersion(now, target, null))}
          >
            {words.reset}
          </Button>
        )}
      </p>
    );
  }
  const hasPlatformText = target.kind === 'account' && draft.byPlatform[target.platform] !== undefined;
  return (
    <p className={line}>{hasPlatformText ? words.inheritsPlatform(name, target.platform) : words.inherits(name)}</p>
  );
}

/** A target with its name and a unique key. */
type NamedTarget = { key: string; name: string; platform: Platform | null; target: Target };

function keyOf(target: Target): string {
  if (target.kind === 'all') return 'all';
  return target.kind === 'platform' ? target.platform : target.id;
}

/** The shared text, then each platform of the destinations with its accounts. */
function targetsOf(destinations: readonly ChosenDestination[]): NamedTarget[] {
  const targets: NamedTarget[] = [
    { key: 'all', name: composeMessages.text.all, platform: null, target: { kind: 'all' } },
  ];
  for (const platform of new Set(destinations.map((destination) => destination.platform))) {
    targets.push({ key: platform, name: platformLabel(platform), platform, target: { kind: 'platform', platform } });
    for (const { account } of destinations.filter((destination) => destination.platform === platform)) {
      if (!account) continue;
      const { id, label } = account;
      targets.push({
        key: id,
        name: `${label} (${platformLabel(platform)})`,
        platform,
        target: { kind: 'account', platform, id },
      });
    }
  }
  return targets;
}
