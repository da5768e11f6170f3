import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Skeleton } from '@/components/skeleton.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { composeMessages } from '@/features/compose/messages.ts';
import { type FoundPeople, pictureQuery } from '@/features/compose/text/people.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';
import type { Person } from '../../../../shared/publishing/people.ts';

const words = composeMessages.people;

type PersonOption = { person: Person; platform: Platform; accountId: string };

/** All people found, in the order of the list. */
export function optionsOf(found: readonly FoundPeople[]): PersonOption[] {
  return found.flatMap(({ platform, accountId, people }) => people.map((person) => ({ person, platform, accountId })));
}

type PeopleListProps = {
  id: string;
  found: readonly FoundPeople[];
  /** The index of the option that Enter chooses. */
  marked: number;
  onMark: (place: number) => void;
  onChoose: (handle: string) => void;
};

/** The people found, by platform. Pending and failed searches are shown below them. */
export function PeopleList({ id, found, marked, onMark, onChoose }: PeopleListProps) {
  const options = optionsOf(found);
  const isPending = found.some((one) => one.isPending);
  const failed = found.filter(({ failure }) => failure !== null);
  const asked = found.filter(({ failure }) => failure === null).map(({ platform }) => platform);
  const hasList = options.length > 0 || isPending;
  return (
    <>
      <span role="status" className="sr-only">
        {isPending ? '' : options.length > 0 ? words.found(options.length) : ''}
      </span>
      {hasList ? (
        <div
          id={id}
          role="listbox"
          aria-label={words.title}
          aria-busy={isPending}
          className="max-h-72 overflow-y-auto overscroll-contain p-1"
        >
          {options.map(({ person, platform, accountId }, place) => {
            const isFirst = options[place - 1]?.platform !== platform;
            return (
              <div key={`${accountId} ${person.handle}`} role="presentation">
                {isFirst && found.length > 1 ? (
                  <p aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted-foreground">
                    {platformLabel(platform)}
                  </p>
                ) : null}
                <PersonRow
                  id={`${id}-${place}`}
                  {...{ person, platform, accountId }}
                  isMarked={place === marked}
                  onMark={() => onMark(place)}
                  onChoose={() => onChoose(person.handle)}
                />
              </div>
            );
          })}
          {isPending && options.length === 0 ? <Loading /> : null}
        </div>
      ) : null}
      {!hasList && asked.length > 0 ? (
        <p role="status" className={NOTE}>
          {words.nobody(asked)}
        </p>
      ) : null}
      {isPending
        ? null
        : failed.map(({ platform, failure }) => (
            <p key={platform} role="status" className={cn(NOTE, (hasList || asked.length > 0) && 'border-t')}>
              {failure?.remedy ?? words.failed(platform)}
            </p>
          ))}
    </>
  );
}

const NOTE = 'px-3 py-2.5 text-[0.8125rem] leading-snug text-muted-foreground';

type PersonRowProps = PersonOption & { id: string; isMarked: boolean; onMark: () => void; onChoose: () => void };

function PersonRow({ id, person, platform, accountId, isMarked, onMark, onChoose }: PersonRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const picture = useQuery(pictureQuery(useAgent(), accountId, person)).data?.picture;
  const isNamed = person.name !== person.handle;
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys, and says which option is active.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className={cn('flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5', isMarked && 'bg-accent')}
      onPointerMove={() => isMarked || onMark()}
      onClick={onChoose}
    >
      {picture ? (
        <img src={picture} alt="" className="size-8 shrink-0 rounded-full object-cover" />
      ) : (
        <span
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-foreground/8 text-sm font-medium text-muted-foreground"
          aria-hidden="true"
        >
          {[...person.name][0]?.toUpperCase()}
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-col leading-tight">
        <bdi className="truncate text-sm font-medium">{isNamed ? person.name : `@${person.handle}`}</bdi>
        {isNamed ? <bdi className="truncate text-xs text-muted-foreground">@{person.handle}</bdi> : null}
      </span>
      <PlatformMark platform={platform} className="shrink-0" />
      <span className="sr-only">{platformLabel(platform)}</span>
    </div>
  );
}

function Loading() {
  return (
    <div role="presentation" aria-busy="true">
      {['w-32', 'w-24', 'w-28'].map((width) => (
        <div key={width} className="flex items-center gap-2.5 px-2 py-1.5">
          <Skeleton className="size-8 rounded-full" />
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className={cn('h-3', width)} />
            <Skeleton className="h-2.5 w-40" />
          </span>
        </div>
      ))}
    </div>
  );
}
