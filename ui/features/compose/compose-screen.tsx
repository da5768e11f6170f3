import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { Actions, Banner } from '@/features/compose/banners.tsx';
import { ComposerForm } from '@/features/compose/composer-form.tsx';
import type { ComposeState } from '@/features/compose/draft/compose-state.ts';
import { isBlank } from '@/features/compose/draft/draft.ts';
import { abandonedCopies, type FoundCopy, forgetCopy } from '@/features/compose/draft/kept-copies.ts';
import { readPost } from '@/features/compose/draft/post-store.ts';
import { composeMessages as words } from '@/features/compose/messages.ts';
import { type Opened, useComposer } from '@/features/compose/use-composer.ts';
import { newId } from '@/lib/new-id.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatRelative } from '@/lib/time.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The composer at /compose/:id. A new post has its id from the start, so that a reload, the back button, and a retried
 * save find it.
 */
export function ComposeScreen() {
  const { id } = useParams();
  const { search } = useLocation();
  if (!id) return <NewPost search={search} />;
  return <OpenedPost key={id} id={id.toLowerCase()} />;
}

/** The id of the new post on this page, which the backend does not have yet, so it is not queried. */
let begun: string | null = null;

function NewPost({ search }: { search: string }) {
  const [id] = useState(() => {
    begun = newId();
    return begun;
  });
  return <Navigate replace to={paths.post(id) + search} state={{ isNew: true } satisfies ComposeState} />;
}

function OpenedPost({ id }: { id: string }) {
  const supabase = useSupabase();
  const queries = useQueryClient();
  const { isNew = false }: ComposeState = useLocation().state ?? {};
  const [others, setOthers] = useState<FoundCopy[]>([]);
  const hadFocus = useRef(false);
  const query = useQuery({
    queryKey: ['composed', id],
    queryFn: async (): Promise<Opened | null> => {
      const isId = UUID.test(id);
      const isThere = isId && begun !== id;
      begun = null;
      const [stored, copies, accounts] = await Promise.all([
        isThere ? readPost(supabase, id) : null,
        abandonedCopies(),
        // A post can be written without them; the choice of accounts shows the error.
        queries.fetchQuery({ ...publishingAccountsQuery(supabase), retry: false }).catch(() => null),
      ]);
      const copy = copies.find((found) => found.id === id) ?? null;
      if (!stored && !copy && !(isNew && isId)) return null;
      if (!stored && !copy) setOthers(copies.filter(({ draft }) => !isBlank(draft)));
      return { stored, copy, accounts };
    },
    // Fetched once, uncached: later changes are detected when the post is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  if (query.isPending) return <Reading title={isNew ? words.newPost : words.editPost} hadFocus={hadFocus} />;
  if (query.isError) {
    return <ErrorState title={words.loadFailed} query={query} />;
  }
  if (!query.data) {
    return (
      <EmptyState
        icon={FileX}
        {...words.notFound}
        action={
          <Button asChild variant="outline">
            <Link to="/scheduler">{words.toScheduler}</Link>
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Offered copies={others} onDiscard={(copy) => setOthers((now) => now.filter((other) => other !== copy))} />
      <Writing id={id} opened={query.data} hadFocus={hadFocus} />
    </>
  );
}

type HadFocus = { current: boolean };

/** Shown while the post loads. On unmounting, records whether its heading had the focus. */
function Reading({ title, hadFocus }: { title: string; hadFocus: HadFocus }) {
  useLayoutEffect(
    () => () => {
      hadFocus.current = document.activeElement?.hasAttribute('data-page-heading') ?? false;
    },
    [hadFocus],
  );
  return (
    <Page>
      <PageHeader title={title} subtitle={words.loading} />
      <Skeleton className="h-60" />
    </Page>
  );
}

function Writing({ id, opened, hadFocus }: { id: string; opened: Opened; hadFocus: HadFocus }) {
  const { composer, state } = useComposer(id, opened);
  const isNew = opened.stored === null && opened.copy === null;
  // The text field is focused for new posts only.
  useEffect(() => {
    if (isNew) document.querySelector<HTMLTextAreaElement>('main textarea, #content textarea')?.focus();
    else if (hadFocus.current) document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
  }, [isNew, hadFocus]);
  return <ComposerForm id={id} composer={composer} state={state} />;
}

/** Unsaved text from closed windows, offered when starting a new post. */
function Offered({ copies, onDiscard }: { copies: readonly FoundCopy[]; onDiscard: (copy: FoundCopy) => void }) {
  const navigate = useNavigate();
  const [copy] = copies;
  if (!copy) return null;
  const beginning = copy.draft.main.caption.trim().slice(0, 80);
  const when = formatRelative(copy.at, new Date());
  return (
    <div className="mb-5">
      <Banner>
        <p className="font-medium">{words.offered.title}</p>
        <p dir="auto">{beginning ? words.offered.text(beginning, when) : words.offered.pictures(when)}</p>
        <Actions>
          <Button
            variant="outline"
            size="sm"
            onClick={() => void navigate(paths.post(copy.id), { state: { isNew: true } satisfies ComposeState })}
          >
            {words.offered.take}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              forgetCopy(copy);
              onDiscard(copy);
            }}
          >
            {words.offered.discard}
          </Button>
        </Actions>
      </Banner>
    </div>
  );
}
