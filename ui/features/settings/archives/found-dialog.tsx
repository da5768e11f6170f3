import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldDescription, FieldLabel } from '@/components/field.tsx';
import { Question } from '@/components/question.tsx';
import { Select } from '@/components/select.tsx';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { SKIP_NAMES, archiveFoundMessages as words } from '@/features/settings/archives/archive-messages.ts';
import type { FoundArchive } from '@/features/settings/archives/use-archives.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { ArchivePlatform } from '../../../../shared/archives/guides.ts';
import { platformName } from '../../../../shared/posts/platforms.ts';

const NOBODY = 'nobody';

type FoundDialogProps = {
  found: FoundArchive;
  onImport: (accountId: string | null) => void;
  /** Switches to the archive's posts of another platform. */
  onPlatform: (platform: ArchivePlatform) => void;
  onClose: () => void;
};

/** Shows what an archive contains, and asks which account it belongs to, before it is imported. */
export function FoundDialog({ found: { counted }, onImport, onPlatform, onClose }: FoundDialogProps) {
  const { platform, also, source, added, known, published, skipped, accountId } = counted;
  const id = useId();
  const platformId = useId();
  const [chosen, setChosen] = useState(accountId);
  const accounts = useQuery(publishingAccountsQuery(useSupabase()));
  const own = accounts.data?.filter((account) => account.platform === platform) ?? [];
  const left = [
    [words.known, known] as const,
    [words.published, published] as const,
    ...SKIP_NAMES.map((skip) => [words.skip[skip], skipped[skip]] as const),
  ].filter(([, count]) => count > 0);
  return (
    <Question
      title={words.title(source)}
      description={words.description(added, known)}
      onClose={onClose}
      answers={
        added + known === 0 ? (
          <Button onClick={onClose}>{words.done}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={onClose}>
              {words.keep}
            </Button>
            <Button onClick={() => onImport(chosen)}>{words.confirm(added)}</Button>
          </>
        )
      }
    >
      {also.length > 0 ? (
        <div className="flex flex-col gap-2">
          <FieldLabel htmlFor={platformId}>{words.platform}</FieldLabel>
          <Select
            id={platformId}
            value={platform}
            options={[platform, ...also].map((value) => ({ value, label: platformName(value) }))}
            onChoose={(value) => {
              const other = also.find((one) => one === value);
              if (other) onPlatform(other);
            }}
          />
          <FieldDescription>{words.platformHint}</FieldDescription>
        </div>
      ) : null}
      {left.length > 0 ? (
        <section aria-label={words.leftOut} className="rounded-md border bg-muted px-4 py-3 text-sm">
          <h3 className="text-xs font-medium text-muted-foreground">{words.leftOut}</h3>
          <dl className="mt-1.5 grid gap-1">
            {left.map(([what, count]) => (
              <div key={what} className="flex justify-between gap-4">
                <dt>{what}</dt>
                <dd className="tabular-nums">{count.toLocaleString('en-US')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {own.length > 0 && added + known > 0 ? (
        <div className="flex flex-col gap-2">
          <FieldLabel htmlFor={id}>{words.account}</FieldLabel>
          <Select
            id={id}
            value={chosen ?? NOBODY}
            options={[
              ...own.map((account) => ({ value: account.id, label: account.label })),
              // If the archive names its account, "none" is not an option.
              ...(accountId === null ? [{ value: NOBODY, label: words.nobody }] : []),
            ]}
            onChoose={(value) => setChosen(value === NOBODY ? null : value)}
          />
          <FieldDescription>{words.accountHint}</FieldDescription>
        </div>
      ) : null}
    </Question>
  );
}
