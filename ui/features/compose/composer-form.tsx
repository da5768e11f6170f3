import { queryOptions, useQuery } from '@tanstack/react-query';
import { Copy, Repeat2 } from 'lucide-react';
import { Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Temporal } from 'temporal-polyfill';
import { Button } from '@/components/button.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { PostedBefore } from '@/domain/memory/posted-before.tsx';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { ProblemList } from '@/domain/publishing/problem-list.tsx';
import { repeatMessages } from '@/domain/repeat/messages.ts';
import { MAKING_LINE } from '@/domain/video/making-line.tsx';
import { useSettings } from '@/domain/workspace/settings.ts';
import { Banner, Banners } from '@/features/compose/banners.tsx';
import { BroughtBackNote } from '@/features/compose/brought-back-note.tsx';
import { Checks } from '@/features/compose/checks/checks.tsx';
import { problemsOf } from '@/features/compose/checks/problems.ts';
import { useMend } from '@/features/compose/checks/use-mend.ts';
import { usePostedBefore } from '@/features/compose/checks/use-posted-before.ts';
import { destinationsOf } from '@/features/compose/destinations/chosen.ts';
import { Destinations } from '@/features/compose/destinations/destinations.tsx';
import type { ComposeState } from '@/features/compose/draft/compose-state.ts';
import type { Composer, ComposerState } from '@/features/compose/draft/composer.ts';
import { fieldsOf, isBlank, type Target } from '@/features/compose/draft/draft.ts';
import { waitingPlace } from '@/features/compose/draft/post-store.ts';
import { useCopy } from '@/features/compose/draft/use-copy.ts';
import { LeaveQuestion } from '@/features/compose/leave-question.tsx';
import { MediaCard, type MediaTask } from '@/features/compose/media/media-card.tsx';
import { composeMessages as words } from '@/features/compose/messages.ts';
import { Previews } from '@/features/compose/previews.tsx';
import { SaveStatus } from '@/features/compose/save-status.tsx';
import { FirstComment } from '@/features/compose/text/first-comment.tsx';
import { TextCard } from '@/features/compose/text/text-card.tsx';
import { useWriter } from '@/features/compose/text/use-writer.ts';
import { PostVideo, usePostVideo } from '@/features/compose/video/post-video.tsx';
import { RepeatPart } from '@/features/compose/when/repeat-part.tsx';
import { useDecide } from '@/features/compose/when/use-decide.ts';
import { WhenBar } from '@/features/compose/when/when-bar.tsx';
import { nowMs } from '@/lib/clock.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { refusalsOfSameText } from '../../../shared/posts/composing.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

const OptionsCard = lazyPart('OptionsCard', () => import('@/features/compose/options/options-card.tsx'));

/** Loaded on demand, because the rules import the lists of options, which are not needed for writing. */
const OPTION_CHECKS = queryOptions({
  queryKey: ['option-checks'],
  queryFn: () => import('@/features/compose/options/option-checks.ts'),
  staleTime: Number.POSITIVE_INFINITY,
});

type ComposerFormProps = { id: string; composer: Composer; state: ComposerState };

/** The composer: the post on the left, its preview on the right. */
export function ComposerForm({ id, composer, state }: ComposerFormProps) {
  const { draft, save, stored } = state;
  const [query] = useSearchParams();
  const { from, isRepeating = false }: ComposeState = useLocation().state ?? {};
  const accounts = useQuery(publishingAccountsQuery(useSupabase())).data;
  const [wanted, setWanted] = useState<Target>({ kind: 'all' });
  const [shown, show] = useState<Platform | null>(null);
  const [task, setTask] = useState<MediaTask | null>(null);
  const [open, setOpen] = useState<Platform | null>(null);
  const main = useRef<HTMLDivElement>(null);
  const writer = useWriter(composer.edit);
  const copy = useCopy(id, composer);
  const making = usePostVideo(id, {
    composer,
    state,
    onMade: () => setTask((now) => (now?.kind === 'video' ? null : now)),
  });
  const { decide, isBusy } = useDecide(id, composer);
  const { platforms, accountIds } = draft;
  const isFixed = save.kind === 'locked';
  const settings = useSettings();
  // A published post does not follow the current settings.
  const linkTags = isFixed ? undefined : settings?.link_tags;
  const destinations = useMemo(
    () => destinationsOf({ platforms, accountIds }, accounts ?? [], { linkTags, origin: stored ?? {} }),
    [platforms, accountIds, accounts, linkTags, stored],
  );
  const checked = useDeferredValue(draft);
  const { data: options } = useQuery(OPTION_CHECKS);
  const earlier = usePostedBefore(id, composer, { draft: checked, destinations, isFixed });
  const problems = useMemo(
    () => [
      ...problemsOf(checked, destinations),
      ...(options?.optionChecks(checked, destinations) ?? []),
      ...earlier.problems,
    ],
    [checked, destinations, options, earlier.problems],
  );
  const place = waitingPlace(stored);
  const target = destinations.some(({ platform }) => wanted.kind === 'all' || wanted.platform === platform)
    ? wanted
    : ({ kind: 'all' } as const);

  function closeVideo() {
    setTask(null);
    // Shows the user that work continues in the background.
    const line = making.video.state === 'making' ? document.getElementById(MAKING_LINE) : null;
    if (line) requestAnimationFrame(() => line.scrollIntoView({ block: 'center' }));
  }

  function aim(next: Target) {
    setWanted(next);
    if (next.kind !== 'all') show(next.platform);
  }

  function openOptions(platform: Platform | null) {
    setOpen(platform);
    if (platform) show(platform);
  }

  const mend = useMend({
    ...{ draft, destinations, composer, writer, main, aim, openOptions, setTask },
    accounts: accounts ?? [],
  });

  /** Opens the options that require a choice first; returns the message, or null if there are none. */
  function askForChoice(): string | null {
    const missing = options?.missingChoice(draft, destinations);
    if (!missing) return null;
    mend({ kind: 'options', platform: missing.platform });
    return missing.text;
  }

  const isClean = save.kind === 'saved' && place !== undefined;
  return (
    <Page ref={main}>
      <PageHeader
        title={isFixed ? words.publishedPost : place || stored?.status === 'failed' ? words.editPost : words.newPost}
        subtitle={isFixed ? null : <SaveStatus state={state} onRetry={() => void composer.save()} />}
        actions={
          stored === null ? null : (
            <>
              <RepeatPart id={id} composer={composer} state={state} isAsked={isRepeating} />
              <Button variant="outline" onClick={() => void copy('copy')}>
                <Copy aria-hidden="true" />
                {words.duplicate}
              </Button>
              {stored.status === 'published' ? (
                <Button onClick={() => void copy('again')}>
                  <Repeat2 aria-hidden="true" />
                  {words.postAgain}
                </Button>
              ) : null}
            </>
          )
        }
      />
      <LeaveQuestion state={state} />
      <Banners state={state} composer={composer} onCopyMine={() => void copy('mine')} />
      {!isFixed && stored?.post_series?.stopped_at === null ? (
        <p className="text-[0.8125rem] text-muted-foreground">{repeatMessages.note}</p>
      ) : null}
      {!isFixed && stored?.brought_back ? (
        <BroughtBackNote broughtBack={stored.brought_back} caption={fieldsOf(draft).caption} />
      ) : null}
      {from === 'again' ? <AgainNote platforms={draft.platforms} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Destinations draft={draft} isFixed={isFixed} onEdit={composer.edit} />
          <TextCard
            draft={draft}
            destinations={destinations}
            target={target}
            onTarget={aim}
            isFixed={isFixed}
            onEdit={composer.edit}
          />
          {isFixed || destinations.length === 0 || isBlank(checked) ? null : (
            <Checks problems={problems} mediaCount={draft.media.length} isBusy={writer.isBusy} onMend={mend} />
          )}
          {isClean && place && place.problems.length > 0 ? (
            // Near-duplicates are reported above, for the current text.
            <ProblemList postId={place.id} problems={place.problems.filter((problem) => !problem.earlier)} />
          ) : null}
          <PostedBefore posts={earlier.posts} onUse={earlier.use} />
          <MediaCard
            draft={draft}
            isFixed={isFixed}
            onEdit={composer.edit}
            task={task}
            onTask={setTask}
            dropArea={main}
            making={making}
          />
          <Suspense>
            {task?.kind === 'video' ? <PostVideo {...{ id, composer, state, making }} onClose={closeVideo} /> : null}
          </Suspense>
          <FirstComment
            value={draft.firstComment}
            isFixed={isFixed}
            onChange={(firstComment) => composer.edit((now) => ({ ...now, firstComment }))}
          />
          <Suspense>
            {destinations.length > 0 ? (
              <OptionsCard
                draft={draft}
                destinations={destinations}
                open={open}
                onOpen={openOptions}
                isFixed={isFixed}
                onEdit={composer.edit}
              />
            ) : null}
          </Suspense>
          {isFixed ? null : (
            <WhenBar
              key={place?.scheduled_time}
              place={place}
              asked={momentIn(query)}
              destinations={destinations}
              isBlank={isBlank(draft)}
              isBusy={isBusy}
              isHeld={save.kind === 'changed'}
              onCheck={askForChoice}
              onDecide={(decision) => void decide(decision)}
            />
          )}
        </div>
        <div className="min-w-0 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:overscroll-contain">
          <Previews
            draft={draft}
            destinations={destinations}
            target={target}
            shown={shown}
            onShow={show}
            isFixed={isFixed}
            onEdit={composer.edit}
          />
        </div>
      </div>
    </Page>
  );
}

/** The platforms that reject the same text again. */
function AgainNote({ platforms }: { platforms: readonly Platform[] }) {
  const refusals = refusalsOfSameText(platforms);
  return <Banner>{[words.again, ...refusals].join(' ')}</Banner>;
}

/** A future time in the URL's query (`at=2031-01-16T14:00:00Z`), or null. */
function momentIn(query: URLSearchParams): string | null {
  try {
    const moment = Temporal.Instant.from(query.get('at') ?? '');
    return Temporal.Instant.compare(moment, Temporal.Instant.fromEpochMilliseconds(nowMs())) > 0
      ? moment.toString()
      : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
