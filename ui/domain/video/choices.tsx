import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { voicesQuery } from '@/domain/video/film-queries.ts';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { CARD_STYLES, CARD_THEMES } from '../../../shared/pictures/card.ts';
import { MOODS } from '../../../shared/video/film.ts';
import { VIDEO_LENGTHS, type VideoRequest, VOICES } from '../../../shared/video/making.ts';
import { PACES, type VideoPlan } from '../../../shared/video/plan.ts';

const LibraryDialog = lazyPart('LibraryDialog', () => import('@/domain/media/library-dialog.tsx'));

export type Chosen = Omit<VideoRequest, 'plan' | 'coverMs'>;

type ChoicesProps = {
  chosen: Chosen;
  /** The plan made for the post's video; undefined until known. */
  plan: VideoPlan | undefined;
  /** Whether a length can be chosen: edited scenes are always all shown. */
  hasLength: boolean;
  onChoose: (chosen: Chosen) => void;
};

/** The look and sound of the video. */
export function Choices({ chosen, plan, hasLength, onChoose }: ChoicesProps) {
  const [isPicking, setPicking] = useState(false);
  const hasFile = chosen.musicFile !== undefined;
  const choose = ({ mood, ...change }: Chosen) => {
    // Composed music replaces a music file.
    const { musicFile, ...others } = chosen;
    if (mood === undefined) onChoose({ ...chosen, ...change });
    else onChoose({ ...others, ...change, mood });
  };
  const mood = chosen.mood !== undefined ? chosen.mood : plan?.mood;
  return (
    <>
      <Choice
        name={words.design}
        values={CARD_STYLES}
        labels={words.styles}
        value={chosen.style ?? plan?.design.style}
        onChoose={(style) => choose({ style })}
      />
      <Choice
        name={words.theme}
        values={CARD_THEMES}
        labels={words.themes}
        value={chosen.theme ?? plan?.design.theme}
        onChoose={(theme) => choose({ theme })}
      />
      <Choice
        name={words.pace}
        values={PACES}
        labels={words.paces}
        value={chosen.pace ?? plan?.pace}
        onChoose={(pace) => choose({ pace })}
      />
      {hasLength ? (
        <Choice
          name={words.length}
          values={VIDEO_LENGTHS}
          labels={words.lengths}
          value={chosen.length ?? 'medium'}
          onChoose={(length) => choose({ length })}
        />
      ) : null}
      <Choice
        name={words.music}
        values={['none', ...MOODS]}
        labels={words.moods}
        value={hasFile ? undefined : mood === null ? 'none' : mood}
        onChoose={(value) => choose({ mood: value === 'none' ? null : value })}
      >
        <button type="button" aria-pressed={hasFile} className={TAB_CLASSES} onClick={() => setPicking(true)}>
          {words.musicOfFile}
        </button>
      </Choice>
      {hasFile ? <p className="-mt-2 text-[0.8125rem] text-muted-foreground">{words.musicOfFileHint}</p> : null}
      <VoiceChoice value={chosen.voice ?? null} onChoose={(voice) => choose({ voice })} />
      <Suspense>
        {isPicking ? (
          <LibraryDialog
            most={1}
            purpose="sound"
            onPick={([file]) => file && choose({ musicFile: file.path })}
            onClose={() => setPicking(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

type Voice = NonNullable<Chosen['voice']>;
type VoiceChoiceProps = { value: Voice | null; onChoose: (voice: Voice | null) => void };

/** Chooses the voice that speaks the text, from those available here. */
function VoiceChoice({ value, onChoose }: VoiceChoiceProps) {
  const { data: voices } = useQuery(voicesQuery(useAgent()));
  if (!voices) return null;
  const kinds = VOICES.filter((kind) => voices[kind] !== null);
  const hint = value ? words.voiceHint : kinds.length === 0 ? words.noVoices : null;
  return (
    <>
      <Choice
        name={words.voice}
        values={['none', ...kinds]}
        labels={{ none: words.noVoice, system: words.systemVoice, provider: voices.provider?.name ?? '' }}
        value={value ?? 'none'}
        onChoose={(kind) => onChoose(kind === 'none' ? null : kind)}
      />
      {hint ? <p className="-mt-2 text-[0.8125rem] text-muted-foreground text-pretty">{hint}</p> : null}
    </>
  );
}

type ChoiceProps<T extends string> = {
  name: string;
  values: readonly T[];
  labels: Record<T, string>;
  value: T | undefined;
  onChoose: (value: T) => void;
  children?: ReactNode;
};

function Choice<T extends string>({ name, values, labels, value, onChoose, children }: ChoiceProps<T>) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{name}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === value}
            className={TAB_CLASSES}
            onClick={() => onChoose(one)}
          >
            {labels[one]}
          </button>
        ))}
        {children}
      </div>
    </fieldset>
  );
}
