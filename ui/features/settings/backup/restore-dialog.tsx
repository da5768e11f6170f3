import { useMutation } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import { FieldError } from '@/components/field.tsx';
import { InputField } from '@/components/text-fields.tsx';
import {
  restoreDone,
  restoreProgress,
  restoreQuestion,
  restoreMessages as words,
} from '@/features/settings/backup/restore-messages.ts';
import { useInspectBackup, useRestore, useSignInAgain } from '@/features/settings/backup/use-restore.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { BackupInspection, RestoreReady } from '../../../../shared/agent/backups.ts';

type Contents = NonNullable<BackupInspection['contents']>;

/** The steps of a restore: the backup's contents, the confirmation, the progress, and how to sign in again. */
export function RestoreDialog({
  source,
  found,
  timezone,
  onClose,
}: {
  source: string;
  found: BackupInspection;
  timezone: string;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState({ contents: found.contents, passphrase: null as string | null });
  const restore = useRestore();
  const { contents, passphrase } = opened;
  const timeOf = (time: string) => formatDateTime(time, timezone);

  if (restore.data) return <Done ready={restore.data} when={timeOf(restore.data.createdAt)} />;
  if (restore.isPending) return <UnderWay step={restore.step} />;
  if (!contents) return <Passphrase source={source} onOpened={setOpened} onClose={onClose} />;
  return (
    <Framed
      title={restoreQuestion.title}
      description={restoreQuestion.description(timeOf(contents.createdAt))}
      onClose={onClose}
      answers={
        <>
          <Button variant="outline" onClick={onClose}>
            {restoreQuestion.cancel}
          </Button>
          <Button variant="destructive" onClick={() => restore.mutate({ source, passphrase })}>
            {restoreQuestion.confirm}
          </Button>
        </>
      }
    >
      <Facts contents={contents} />
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-muted-foreground">
        {restoreQuestion.steps.map((step) => (
          <li key={step} className="text-pretty">
            {step}
          </li>
        ))}
      </ul>
      <FieldError>{restore.error ? `${words.failed}: ${failureReason(restore.error)}` : null}</FieldError>
    </Framed>
  );
}

type FramedProps = {
  title: string;
  description: string;
  answers?: ReactNode;
  onClose?: () => void;
  children?: ReactNode;
};

/** Without `onClose`, the dialog cannot be closed. */
function Framed({ title, description, answers, onClose, children }: FramedProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose?.()}>
      <DialogContent isClosable={onClose !== undefined}>
        <DialogHeading title={title} description={description} />
        {children}
        {answers ? <DialogFooter>{answers}</DialogFooter> : null}
      </DialogContent>
    </Dialog>
  );
}

function Facts({ contents: { version, includesSecrets, rows, mediaFiles } }: { contents: Contents }) {
  const facts = [
    [restoreQuestion.rows, restoreQuestion.rowsValue(rows, mediaFiles)],
    [restoreQuestion.logins, restoreQuestion.loginsValue(includesSecrets)],
    [restoreQuestion.madeBy, restoreQuestion.version(version)],
  ];
  return (
    <dl className="grid gap-3 rounded-md border bg-muted px-4 py-3 text-sm">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-xs font-medium text-muted-foreground">{term}</dt>
          <dd className="mt-0.5 [overflow-wrap:anywhere] tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Passphrase({
  source,
  onOpened,
  onClose,
}: {
  source: string;
  onOpened: (opened: { contents: Contents | null; passphrase: string }) => void;
  onClose: () => void;
}) {
  const inspect = useInspectBackup();
  const [passphrase, setPassphrase] = useState('');
  const open = useMutation({
    mutationFn: () => inspect({ source, passphrase }),
    onSuccess: ({ contents }) => onOpened({ contents, passphrase }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (passphrase !== '' && !open.isPending) open.mutate();
  }
  return (
    <Framed title={restoreQuestion.title} description={restoreQuestion.encrypted} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <InputField
          label={restoreQuestion.passphrase}
          error={open.error ? failureReason(open.error) : null}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {restoreQuestion.cancel}
          </Button>
          <Button type="submit" disabled={open.isPending || passphrase === ''}>
            {restoreQuestion.open}
          </Button>
        </DialogFooter>
      </form>
    </Framed>
  );
}

function UnderWay({ step }: { step: string }) {
  return (
    <Framed title={restoreProgress.title} description={restoreProgress.description}>
      <p role="status" className="flex items-center gap-2.5 text-sm">
        <LoaderCircle className="size-4 shrink-0 animate-spin text-primary" aria-hidden="true" />
        {step}
      </p>
    </Framed>
  );
}

function Done({ ready, when }: { ready: RestoreReady; when: string }) {
  const signIn = useSignInAgain();
  const { accounts, kept, doubtfulPosts, missingMedia, notTaken } = ready;
  return (
    <Framed
      title={restoreDone.title}
      description={restoreDone.description(when)}
      answers={<Button onClick={() => void signIn()}>{restoreDone.signIn}</Button>}
    >
      <div className="flex min-w-0 flex-col gap-3 text-sm">
        <p className="flex items-start gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {restoreDone.kept} <code className="font-mono text-xs">{kept}</code>
          </span>
        </p>
        {accounts.length > 0 ? (
          <div>
            <p>{restoreDone.accounts}</p>
            <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
              {accounts.map(({ email }) => (
                <li key={email} className="[overflow-wrap:anywhere]">
                  {email}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p>{restoreDone.nobody}</p>
        )}
        {doubtfulPosts > 0 ? <p>{restoreDone.doubtful(doubtfulPosts)}</p> : null}
        {missingMedia > 0 ? <p className="text-warning">{restoreDone.missing(missingMedia)}</p> : null}
        {notTaken.length > 0 ? (
          <div className="text-muted-foreground">
            <p>{restoreDone.notTaken}</p>
            <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
              {notTaken.map(({ name, reason }) => (
                <li key={`${name} ${reason}`} className="[overflow-wrap:anywhere]">
                  {name} ({reason})
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Framed>
  );
}
