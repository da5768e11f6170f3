import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import type { TemplateForm } from '@/features/templates/form.ts';
import { templatesMessages, WEEKDAYS } from '@/features/templates/messages.ts';
import { TemplateFormView } from '@/features/templates/template-form.tsx';
import { useCreateTemplate } from '@/features/templates/use-template-changes.ts';
import type { EditConflict, useTemplateEdit } from '@/features/templates/use-template-edit.ts';

const words = templatesMessages.edit;

/** Edits a template. Part of the screen rather than a card, so that it stays open when the row is deleted elsewhere. */
export function EditTemplateDialog({ edit }: { edit: ReturnType<typeof useTemplateEdit> }) {
  const { form, trouble } = edit;
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(form);
  if (form && form !== shown) setShown(form);
  const creation = useCreateTemplate(edit.finish);
  const isGone = trouble?.kind === 'gone';
  const isBusy = edit.isSaving || creation.isPending;
  const close = () => isBusy || edit.close();
  return (
    <Dialog open={form !== undefined} onOpenChange={(open) => open || close()}>
      <DialogContent>
        <DialogHeading title={words.title} description={words.description} />
        {shown ? (
          <TemplateFormView
            form={shown}
            onChange={edit.change}
            onSubmit={() => (isGone ? creation.mutate(shown) : edit.save())}
            busy={isBusy}
          >
            {trouble ? <EditConflictNote trouble={trouble} /> : null}
            <DialogFooter>
              <Button variant="outline" onClick={close}>
                {words.cancel}
              </Button>
              <Button type="submit">{isGone ? words.saveAsNew : words.save}</Button>
            </DialogFooter>
          </TemplateFormView>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

const LABELS: Record<keyof TemplateForm, string> = {
  name: templatesMessages.form.name,
  description: templatesMessages.form.description,
  prompt_template: templatesMessages.form.prompt,
  day_of_week: 'Day of Week',
};

/** Why the template was not saved, with the stored values of fields changed by another window. */
function EditConflictNote({ trouble }: { trouble: EditConflict }) {
  const theirs = trouble.kind === 'changed' ? (Object.entries(trouble.theirs) as [keyof TemplateForm, Stored][]) : [];
  const fields = theirs.map(([field]) => LABELS[field]).join(', ');
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-warning/30 bg-warning/10 px-3.5 py-3 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
      <div className="min-w-0">
        <p>{trouble.kind === 'gone' ? templatesMessages.edit.gone : templatesMessages.edit.changed(fields)}</p>
        {theirs.map(([field, value]) => (
          <blockquote
            key={field}
            dir="auto"
            className="mt-2 border-l-2 pl-3 text-muted-foreground whitespace-pre-line [overflow-wrap:anywhere]"
          >
            {inWords(field, value)}
          </blockquote>
        ))}
      </div>
    </div>
  );
}

type Stored = string | number | null;

function inWords(field: keyof TemplateForm, value: Stored): string {
  if (field === 'day_of_week') return WEEKDAYS[Number(value ?? Number.NaN)] ?? templatesMessages.edit.noDay;
  return String(value) || templatesMessages.edit.nothing;
}
