import { Button } from '@/components/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldGroup } from '@/components/field.tsx';
import type { SettingsForm } from '@/features/settings/form.ts';
import { colorOf, colorProblem, handleProblem } from '@/features/settings/pictures/brand.ts';
import { BrandField } from '@/features/settings/pictures/brand-field.tsx';
import { brandMessages as words } from '@/features/settings/pictures/brand-messages.ts';
import { CardPreview } from '@/features/settings/pictures/card-preview.tsx';
import { paletteFor } from '../../../../shared/pictures/palette.ts';

type PicturesCardProps = {
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
  /** Another window's stored values of fields that were changed here. */
  conflicts: Partial<SettingsForm>;
};

/** The brand for drawn pictures: its colour and handle, with a preview. */
export function PicturesCard({ form, onChange, conflicts }: PicturesCardProps) {
  const palette = paletteFor(words.sample.niche, colorOf(form.brand_color));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
        <CardDescription>{words.description}</CardDescription>
      </CardHeader>
      <CardContent>
        <FieldGroup>
          <ColorField
            value={form.brand_color}
            shown={palette.accent}
            onChange={(brand_color) => onChange({ brand_color })}
            conflict={conflicts.brand_color}
          />
          <BrandField
            label={words.handle}
            hint={words.handleHint}
            placeholder={words.handleExample}
            value={form.brand_handle}
            onChange={(brand_handle) => onChange({ brand_handle })}
            problem={handleProblem(form.brand_handle)}
            conflict={conflicts.brand_handle === '' ? words.noHandle : conflicts.brand_handle}
          />
          <CardPreview palette={palette} handle={form.brand_handle.trim()} />
        </FieldGroup>
      </CardContent>
    </Card>
  );
}

type ColorFieldProps = {
  value: string;
  /** The effective colour, `#rrggbb`. */
  shown: string;
  onChange: (typed: string) => void;
  conflict: string | undefined;
};

/** A colour as text or by the browser's picker, with a button to clear it. */
function ColorField({ value, shown, onChange, conflict }: ColorFieldProps) {
  return (
    <BrandField
      label={words.color}
      hint={words.colorHint}
      placeholder={words.none}
      className="w-40 tabular-nums"
      value={value}
      onChange={onChange}
      problem={colorProblem(value)}
      conflict={conflict === '' ? words.none : conflict}
      before={
        <input
          type="color"
          aria-label={words.pick}
          value={shown}
          onChange={(event) => onChange(event.target.value)}
          className="h-10 w-12 shrink-0 cursor-pointer rounded-md border border-input bg-card p-1 disabled:opacity-55"
        />
      }
      after={
        value === '' ? null : (
          <Button type="button" variant="outline" onClick={() => onChange('')}>
            {words.none}
          </Button>
        )
      }
    />
  );
}
