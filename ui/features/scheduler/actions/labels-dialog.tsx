import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { Input } from '@/components/input.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { toast } from '@/components/toast.tsx';
import { reasonOf } from '@/features/scheduler/actions/refusal.ts';
import { useContentActions } from '@/features/scheduler/actions/use-content-actions.ts';
import { countsQuery, labelsIn } from '@/features/scheduler/filters/counts.ts';
import { schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';
import type { Content } from '@/features/scheduler/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';

const words = schedulerMessages.labels;
/** The database's limits. */
const LABELS_MAX = 20;
const LABEL_CHARACTERS = 40;

/** Sets the labels of a post: suggests those of other posts, and accepts new ones. */
export function LabelsDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const id = useId();
  const { setLabels } = useContentActions();
  const known = labelsIn(useQuery(countsQuery(useSupabase(), '')).data ?? []);
  const [chosen, setChosen] = useState(content.labels ?? []);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const offered = [...new Set([...chosen, ...known])];
  const toggle = (label: string) =>
    setChosen((labels) => (labels.includes(label) ? labels.filter((one) => one !== label) : [...labels, label]));

  async function submit() {
    const label = typed.trim();
    const labels = label && !chosen.includes(label) ? [...chosen, label] : chosen;
    if (labels.length > LABELS_MAX) return setError(words.tooMany(LABELS_MAX));
    setBusy(true);
    try {
      await setLabels(content, labels);
      toast.success(schedulerToasts.labelled);
      onClose();
    } catch (failure) {
      setError(reasonOf(failure));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={words.title}
      description={words.text}
      cancel={words.cancel}
      confirm={words.confirm}
      isBusy={isBusy}
      className="max-w-md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {offered.length > 0 ? (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{words.title}</legend>
          {offered.map((label) => (
            <button
              key={label}
              type="button"
              aria-pressed={chosen.includes(label)}
              className={TAB_CLASSES}
              onClick={() => toggle(label)}
            >
              <bdi>{label}</bdi>
            </button>
          ))}
        </fieldset>
      ) : null}
      <Field>
        <FieldLabel htmlFor={id}>{words.add}</FieldLabel>
        <Input
          id={id}
          maxLength={LABEL_CHARACTERS}
          value={typed}
          aria-describedby={`${id}-error`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </Field>
    </FormDialog>
  );
}
