import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { EditTroubleNote } from '@/features/templates/edit-trouble.tsx';
import { templatesMessages } from '@/features/templates/messages.ts';
import { TemplateFormView } from '@/features/templates/template-form.tsx';
import { useCreateTemplate } from '@/features/templates/use-template-changes.ts';
import type { useTemplateEdit } from '@/features/templates/use-template-edit.ts';

const words = templatesMessages.edit;

/** Edits one template. It belongs to the screen, not to a card, so that it stays when the row is deleted elsewhere. */
export function EditTemplateDialog({ edit }: { edit: ReturnType<typeof useTemplateEdit> }) {
  const { form, trouble } = edit;
  // What the dialog goes on showing while it fades out.
  const [shown, setShown] = useState(form);
  if (form && form !== shown) setShown(form);
  const creation = useCreateTemplate(edit.finish);
  const isGone = trouble?.kind === 'gone';
  const isBusy = edit.isSaving || creation.isPending;
  const close = () => isBusy || edit.close();
  return (
    <Dialog open={form !== undefined} onOpenChange={(open) => open || close()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription>{words.description}</DialogDescription>
        </DialogHeader>
        {shown ? (
          <TemplateFormView
            form={shown}
            onChange={edit.change}
            onSubmit={() => (isGone ? creation.mutate(shown) : edit.save())}
            busy={isBusy}
          >
            {trouble ? <EditTroubleNote trouble={trouble} /> : null}
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
