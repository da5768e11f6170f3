import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { CopyCommand } from '@/components/copy-command.tsx';
import { FieldError } from '@/components/field.tsx';
import { Confirmation } from '@/components/question.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { usePlace } from '@/domain/workspace/place.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { Fact } from '@/features/settings/jobs/job-row.tsx';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { LinkDialog } from '@/features/settings/workspace/link-dialog.tsx';
import { useUnlink } from '@/features/settings/workspace/use-link.ts';
import { unlinkMessages, workspaceMessages as words } from '@/features/settings/workspace/workspace-messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { WorkspacePlace } from '../../../../shared/workspace/link.ts';

/** Where the workspace's data is, with the link to the user's own Supabase project. */
export function WorkspaceCard() {
  const place = usePlace();
  if (!place.data) return <WaitingCard words={words} error={place.error} onRetry={() => void place.refetch()} />;
  const { mode, url, link } = place.data;
  return (
    <Card aria-labelledby="workspace-title">
      <CardHeader>
        <CardTitle id="workspace-title">{words.title}</CardTitle>
        <CardDescription className="col-span-2">{mode === 'embedded' ? words.here : words.hosted}</CardDescription>
      </CardHeader>
      {url ? (
        <dl className="grid gap-x-6 gap-y-3 border-t px-5 py-4 text-sm sm:px-6">
          <Fact term={words.project}>
            <code className="font-mono text-xs">{url}</code>
          </Fact>
          {link ? (
            <Fact term={words.signedInAs}>
              <SignedIn place={place.data} />
            </Fact>
          ) : (
            <p className="text-muted-foreground">{words.forRun}</p>
          )}
        </dl>
      ) : null}
      {mode === 'embedded' || link ? <Actions place={place.data} /> : null}
      {mode === 'embedded' ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-5 py-4 text-sm text-muted-foreground sm:px-6">
          <p>{words.newProject}</p>
          <CopyCommand command="local-agent link --new" />
        </div>
      ) : null}
    </Card>
  );
}

function SignedIn({ place: { link, problem } }: { place: WorkspacePlace }) {
  const timeZone = useTimeZone();
  if (!link) return null;
  return (
    <div role="status">
      <p className="flex items-start gap-2">
        {problem === null ? (
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
        ) : (
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
        )}
        <span>
          {link.email}{' '}
          <span className="text-muted-foreground">{words.since(formatDateTime(link.linkedAt, timeZone))}</span>
        </span>
      </p>
      {problem === null ? null : <p className="mt-1.5 text-warning text-pretty">{problem}</p>}
    </div>
  );
}

function Actions({ place }: { place: WorkspacePlace }) {
  const isOwner = useIsOwner();
  const [open, setOpen] = useState<'link' | 'unlink' | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  if (isOwner === false) return <p className={PART}>{words.ownersOnly}</p>;
  return (
    <div className={PART}>
      <div className="flex flex-wrap items-center gap-3">
        {!place.link || place.problem !== null ? (
          <Button onClick={() => setOpen('link')}>{place.link ? words.signInAgain : words.link}</Button>
        ) : null}
        {place.link ? (
          <Button variant="outline" onClick={() => setOpen('unlink')}>
            {words.unlink}
          </Button>
        ) : null}
      </div>
      {isSaved && !place.opensAnew ? <p role="status">{words.restart}</p> : null}
      {open === 'link' ? (
        <LinkDialog
          place={place}
          onClose={(isDone) => {
            setOpen(null);
            setIsSaved(isDone && !place.link);
          }}
        />
      ) : null}
      {open === 'unlink' ? (
        <UnlinkQuestion
          place={place}
          onClose={(isDone) => {
            setOpen(null);
            setIsSaved(isDone);
          }}
        />
      ) : null}
    </div>
  );
}

const PART = 'flex flex-col gap-3 border-t px-5 py-4 text-sm text-muted-foreground sm:px-6';

function UnlinkQuestion({ place, onClose }: { place: WorkspacePlace; onClose: (isDone: boolean) => void }) {
  const unlinking = useUnlink(place);
  const { title, description, keep, confirm, failed } = unlinkMessages;
  return (
    <Confirmation
      {...{ title, description, keep }}
      confirm={unlinking.isPending ? words.opening : confirm}
      isBusy={unlinking.isPending}
      onConfirm={() => unlinking.mutate(undefined, { onSuccess: () => onClose(true) })}
      onClose={() => unlinking.isPending || onClose(false)}
    >
      <FieldError>{unlinking.error ? `${failed}: ${failureReason(unlinking.error)}` : null}</FieldError>
    </Confirmation>
  );
}
