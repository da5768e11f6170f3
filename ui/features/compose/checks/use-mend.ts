import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { asTyped } from '@/domain/posts/post-text.ts';
import type { PublishingAccount } from '@/domain/publishing/accounts.ts';
import { withMentionAtHome } from '@/features/compose/checks/mention-problems.ts';
import type { Mend } from '@/features/compose/checks/problem.ts';
import { type ChosenDestination, withPlatform } from '@/features/compose/destinations/chosen.ts';
import type { Composer } from '@/features/compose/draft/composer.ts';
import { type Draft, type Target, withVersion, wordsFor } from '@/features/compose/draft/draft.ts';
import type { MediaTask } from '@/features/compose/media/media-card.tsx';
import { optionsId } from '@/features/compose/options/options-id.ts';
import { nameOf } from '@/features/compose/text/people.ts';
import type { useWriter } from '@/features/compose/text/use-writer.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import { withFit } from '../../../../shared/publishing/picture-fit.ts';

type MendDeps = {
  draft: Draft;
  destinations: readonly ChosenDestination[];
  accounts: readonly PublishingAccount[];
  composer: Composer;
  writer: ReturnType<typeof useWriter>;
  /** The composer's page. */
  main: RefObject<HTMLElement | null>;
  aim: (target: Target) => void;
  openOptions: (platform: Platform) => void;
  setTask: (task: MediaTask) => void;
};

/** Carries out a problem's one-press fix. */
export function useMend(deps: MendDeps): (mend: Mend) => void {
  const { draft, destinations, accounts, composer, writer, main, aim, openOptions, setTask } = deps;
  const queryClient = useQueryClient();
  return (step: Mend) => {
    switch (step.kind) {
      case 'shorten':
        aim(step.target);
        return void writer.ask(draft, step.target, { action: 'shorten', platform: step.target.platform });
      case 'customize':
        aim(step.target);
        return void main.current?.querySelector('textarea')?.focus();
      case 'fewerHashtags':
        return composer.edit((now) => {
          const text = wordsFor(now, step.target);
          return withVersion(now, step.target, asTyped({ ...text, hashtags: text.hashtags.slice(0, step.count) }));
        });
      case 'leaveOut':
        return composer.edit((now) => withPlatform(now, accounts, step.platform, false));
      case 'options':
        openOptions(step.platform);
        return requestAnimationFrame(() => document.getElementById(optionsId(step.platform))?.focus());
      case 'addMedia':
        return setTask({ kind: 'add' });
      case 'makeVideo':
        return setTask({ kind: 'video' });
      case 'mentionAtHome': {
        const name = nameOf(queryClient, step.handle);
        return composer.edit((now) => withMentionAtHome(now, destinations, step, name));
      }
      case 'pad':
        return composer.edit((now) => ({ ...now, media: withFit(now.media, 'pad') }));
      case 'crop':
        return setTask({ kind: 'crop', place: step.place });
      case 'visit':
        return;
    }
  };
}
