import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Input, Textarea } from '@/components/input.tsx';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { type PlanScene, SCENE_TEXT_MAX } from '../../../shared/video/plan.ts';

type SceneListProps = { scenes: readonly PlanScene[]; onChange: (scenes: PlanScene[]) => void };

/** The scenes with their texts, in order. The first one opens the film, and the closing card ends it. */
export function SceneList({ scenes, onChange }: SceneListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const last = scenes.at(-1)?.kind === 'closing' ? scenes.length - 2 : scenes.length - 1;

  /** Focuses a scene's text after the next rendering. */
  function focus(place: number) {
    requestAnimationFrame(() => list.current?.querySelectorAll('textarea')[place]?.focus());
  }

  function change(place: number, fields: Partial<PlanScene>) {
    const scene = scenes[place];
    if (scene) onChange(scenes.with(place, { ...scene, ...fields }));
  }

  function move(from: number, to: number) {
    const scene = scenes[from];
    if (!scene) return;
    onChange(asFilm(scenes.toSpliced(from, 1).toSpliced(to, 0, scene)));
    say(words.moved(to + 1, scenes.length));
    focus(to);
  }

  function remove(place: number) {
    onChange(asFilm(scenes.toSpliced(place, 1)));
    say(words.removed);
    focus(Math.max(0, place - 1));
  }

  return (
    <>
      <span role="status" className="sr-only">
        {said}
      </span>
      <ol ref={list} className="flex flex-col gap-3">
        {scenes.map(({ kind, heading, text }, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: scenes have nothing else that tells them apart.
            key={place}
            className="flex flex-col gap-1.5"
          >
            <div className="flex items-center gap-0.5">
              <span className="flex-1 text-xs font-medium text-muted-foreground">{words.scene(place + 1, kind)}</span>
              {kind === 'closing' ? null : (
                <>
                  <SceneButton
                    label={words.earlier(place + 1)}
                    isOff={place === 0}
                    onPress={() => move(place, place - 1)}
                  >
                    <ArrowUp aria-hidden="true" />
                  </SceneButton>
                  <SceneButton
                    label={words.later(place + 1)}
                    isOff={place >= last}
                    onPress={() => move(place, place + 1)}
                  >
                    <ArrowDown aria-hidden="true" />
                  </SceneButton>
                  <SceneButton label={words.remove(place + 1)} isOff={last === 0} onPress={() => remove(place)}>
                    <X aria-hidden="true" />
                  </SceneButton>
                </>
              )}
            </div>
            {heading === undefined ? null : (
              <Input
                dir="auto"
                aria-label={words.heading(place + 1)}
                maxLength={SCENE_TEXT_MAX}
                value={heading}
                onChange={({ target }) => change(place, { heading: target.value })}
              />
            )}
            <Textarea
              dir="auto"
              rows={1}
              aria-label={words.words(place + 1)}
              maxLength={SCENE_TEXT_MAX}
              placeholder={kind === 'closing' ? words.closingWords : undefined}
              className="min-h-10 resize-none [field-sizing:content]"
              value={text}
              onChange={({ target }) => change(place, { text: target.value })}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The scene moved to the front opens the film as its hook; the former first one becomes a passage. */
function asFilm(scenes: readonly PlanScene[]): PlanScene[] {
  return scenes.map((scene, place) => {
    if (place === 0 && scene.kind !== 'closing') return { ...scene, kind: 'hook' };
    return scene.kind === 'hook' ? { ...scene, kind: 'passage' } : scene;
  });
}

type SceneButtonProps = { label: string; isOff: boolean; onPress: () => void; children: React.ReactNode };

function SceneButton({ label, isOff, onPress, children }: SceneButtonProps) {
  return (
    <Button variant="ghost" size="icon-sm" className="size-7" aria-label={label} disabled={isOff} onClick={onPress}>
      {children}
    </Button>
  );
}
