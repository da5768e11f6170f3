import { Archive, CircleCheck, FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { FieldError } from '@/components/field.tsx';
import { FileButton } from '@/components/file-button.tsx';
import { Progress } from '@/components/progress.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { importedInWords, archiveMessages as words } from '@/features/settings/archives/archive-messages.ts';
import { ArchiveRow } from '@/features/settings/archives/archive-row.tsx';
import { FoundDialog } from '@/features/settings/archives/found-dialog.tsx';
import { type ArchiveStep, useArchiveImport, useArchives } from '@/features/settings/archives/use-archives.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { failureReason } from '@/lib/messages.ts';

/** The imported archives, and a button to import one. */
export function ArchivesCard() {
  const archives = useArchives();
  const isOwner = useIsOwner();
  const importing = useArchiveImport();
  if (!archives.data) {
    return <WaitingCard words={words} error={archives.error} onRetry={() => void archives.refetch()} />;
  }
  const { step, found, imported, error } = importing;
  const isEmpty = archives.data.length === 0 && step === null;
  const choose = isOwner ? <ChooseFile isBusy={step !== null} isMain={isEmpty} onFile={importing.count} /> : null;
  return (
    <Card aria-labelledby="archives-title">
      <CardHeader>
        <CardTitle id="archives-title" className="max-sm:col-span-2">
          {words.title}
        </CardTitle>
        <CardDescription className="max-sm:col-span-2">{words.description}</CardDescription>
        {choose && !isEmpty ? (
          <CardAction className="max-sm:col-span-2 max-sm:col-start-1 max-sm:row-span-1 max-sm:row-start-3 max-sm:mt-2 max-sm:justify-self-start">
            {choose}
          </CardAction>
        ) : null}
      </CardHeader>
      {step ? <UnderWay step={step} onCancel={importing.cancel} /> : null}
      <div role="status" className="empty:hidden">
        {imported ? (
          <p className="flex items-start gap-2 border-t px-5 py-4 text-sm sm:px-6">
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{importedInWords(imported)}</span>
          </p>
        ) : null}
      </div>
      {error ? (
        <div className="border-t px-5 py-4 sm:px-6">
          <FieldError>{`${words.failed}: ${failureReason(error)}`}</FieldError>
        </div>
      ) : null}
      {isEmpty ? (
        <EmptyState
          className="border-t"
          icon={Archive}
          title={words.emptyTitle}
          description={isOwner ? words.empty : words.emptyForMembers}
          action={choose}
        />
      ) : (
        <ul>
          {archives.data.map((archive) => (
            <ArchiveRow key={archive.source} archive={archive} mayRemove={isOwner === true} />
          ))}
        </ul>
      )}
      {isOwner ? (
        <p className="border-t px-5 py-4 text-[0.8125rem] text-muted-foreground sm:px-6">
          {words.large} <code className="font-mono text-xs">{words.command}</code>
        </p>
      ) : null}
      {found ? (
        <FoundDialog
          key={found.counted.platform}
          found={found}
          onImport={importing.start}
          onPlatform={importing.countOf}
          onClose={importing.forget}
        />
      ) : null}
    </Card>
  );
}

type ChooseFileProps = { isBusy: boolean; isMain: boolean; onFile: (file: File) => void };

function ChooseFile({ isBusy, isMain, onFile }: ChooseFileProps) {
  return (
    <FileButton
      variant={isMain ? 'default' : 'outline'}
      className="pointer-coarse:h-11"
      label={words.fileInput}
      isBusy={isBusy}
      onFile={onFile}
    >
      <FileUp aria-hidden="true" />
      {words.choose}
    </FileButton>
  );
}

function UnderWay({ step: { name, progress }, onCancel }: { step: ArchiveStep; onCancel: () => void }) {
  const [isEnding, setEnding] = useState(false);
  const part = progress && progress.allBytes > 0 ? Math.min(100, (100 * progress.bytes) / progress.allBytes) : null;
  return (
    <div className="flex items-center gap-4 border-t px-5 py-4 sm:px-6">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
          <span role="status" className="font-medium">
            {words[name]}
          </span>
          <span className="text-[0.8125rem] text-muted-foreground tabular-nums">
            {progress ? words.read(progress.posts) : null}
          </span>
        </p>
        <Progress value={part} aria-label={words.progress} />
      </div>
      <Button
        variant="outline"
        size="sm"
        className="pointer-coarse:h-11"
        aria-disabled={isEnding}
        onClick={() => {
          if (isEnding) return;
          setEnding(true);
          onCancel();
        }}
      >
        {words.cancel}
      </Button>
    </div>
  );
}
