import { TAB_CLASSES } from '@/components/tabs.tsx';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { CARD_STYLES, CARD_THEMES } from '../../../shared/pictures/card.ts';
import { MOODS } from '../../../shared/video/film.ts';
import { VIDEO_LENGTHS, type VideoRequest } from '../../../shared/video/making.ts';
import { PACES, type VideoPlan } from '../../../shared/video/plan.ts';

export type Chosen = Omit<VideoRequest, 'plan' | 'coverMs'>;

type ChoicesProps = {
  chosen: Chosen;
  /** What was chosen for the post; undefined until it is known. */
  plan: VideoPlan | undefined;
  /** Scenes that were changed are all shown, whatever the length. */
  hasLength: boolean;
  onChoose: (chosen: Chosen) => void;
};

/** How the video looks and sounds. */
export function Choices({ chosen, plan, hasLength, onChoose }: ChoicesProps) {
  const choose = (change: Chosen) => onChoose({ ...chosen, ...change });
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
        value={mood === null ? 'none' : mood}
        onChoose={(value) => choose({ mood: value === 'none' ? null : value })}
      />
    </>
  );
}

type ChoiceProps<T extends string> = {
  name: string;
  values: readonly T[];
  labels: Record<T, string>;
  value: T | undefined;
  onChoose: (value: T) => void;
};

function Choice<T extends string>({ name, values, labels, value, onChoose }: ChoiceProps<T>) {
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
      </div>
    </fieldset>
  );
}
