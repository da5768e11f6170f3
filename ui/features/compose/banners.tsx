import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import type { Composer, ComposerState } from '@/features/compose/draft/composer.ts';
import { isLocked } from '@/features/compose/draft/composer.ts';
import { differencesOf, draftOf, fieldsOf } from '@/features/compose/draft/draft.ts';
import { composeMessages as words } from '@/features/compose/messages.ts';
import { cn } from '@/lib/class-names.ts';

type BannersProps = { state: ComposerState; composer: Composer; onCopyMine: () => void };

/** Warnings and choices about how the post is saved; nothing when all is well. */
export function Banners({ state, composer, onCopyMine }: BannersProps) {
  const { save, draft, wasRestored, stored } = state;
  if (save.kind === 'changed') {
    const { theirs } = save;
    if (isLocked(theirs)) {
      return (
        <Banner isAlert>
          <p className="font-medium">{words.conflict.published}</p>
          <Actions>
            <Button variant="outline" size="sm" onClick={onCopyMine}>
              {words.conflict.copyMine}
            </Button>
            <Button variant="outline" size="sm" onClick={composer.takeTheirs}>
              {words.conflict.takeTheirs}
            </Button>
          </Actions>
        </Banner>
      );
    }
    const differences = differencesOf(fieldsOf(draft), fieldsOf(draftOf(theirs)));
    return (
      <Banner isAlert>
        <p className="font-medium">{words.conflict.title}</p>
        <p>{words.conflict.what(differences)}</p>
        {differences.includes('text') ? (
          <div className="w-full">
            <p className="text-muted-foreground">{words.conflict.theirs}</p>
            <section
              dir="auto"
              aria-label={words.conflict.theirs}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the arrow keys.
              tabIndex={0}
              className="mt-1 max-h-32 overflow-y-auto border-l-2 pl-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
            >
              {[theirs.caption, theirs.hashtags.join(' ')].filter(Boolean).join('\n\n')}
            </section>
          </div>
        ) : null}
        {differences.includes('media') ? <p>{words.conflict.theirMedia(theirs.media.length)}</p> : null}
        <Actions>
          <Button variant="outline" size="sm" onClick={() => void composer.keepMine()}>
            {words.conflict.keepMine}
          </Button>
          <Button variant="outline" size="sm" onClick={composer.takeTheirs}>
            {words.conflict.takeTheirs}
          </Button>
        </Actions>
      </Banner>
    );
  }
  if (save.kind === 'gone') {
    return (
      <Banner isAlert>
        <p className="font-medium">{words.gone}</p>
        <Actions>
          <Button variant="outline" size="sm" onClick={onCopyMine}>
            {words.conflict.copyMine}
          </Button>
        </Actions>
      </Banner>
    );
  }
  if (save.kind === 'locked') {
    return <Banner>{stored?.status === 'published' ? words.readOnly.published : words.readOnly.publishing}</Banner>;
  }
  if (!wasRestored) return null;
  return (
    <Banner>
      {words.restored.text}
      <Actions>
        <Button variant="outline" size="sm" onClick={composer.takeTheirs}>
          {words.restored.discard}
        </Button>
      </Actions>
    </Banner>
  );
}

/** A line across the composer with its actions. */
export function Banner({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) {
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className={cn(
        'flex flex-col items-start gap-2.5 rounded-md border p-4 text-sm',
        isAlert ? 'border-warning/40 bg-warning/8' : 'bg-card',
      )}
    >
      {children}
    </div>
  );
}

export function Actions({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap gap-2">{children}</span>;
}
