import { LoaderCircle, Plus } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { EditTemplateDialog } from '@/features/templates/edit-template-dialog.tsx';
import { EMPTY_FORM, type TemplateForm } from '@/features/templates/form.ts';
import { templatesMessages } from '@/features/templates/messages.ts';
import { TemplateFormView } from '@/features/templates/template-form.tsx';
import { TemplateList } from '@/features/templates/template-list.tsx';
import { useCreateTemplate } from '@/features/templates/use-template-changes.ts';
import { useTemplateEdit } from '@/features/templates/use-template-edit.ts';
import { useDraft } from '@/lib/draft.ts';

/** Content Templates (§2): how to write posts, with a style per day. */
export function TemplatesScreen() {
  const edit = useTemplateEdit();
  return (
    <Page>
      <PageHeader title={templatesMessages.title} subtitle={templatesMessages.subtitle} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-6">
          <CreateTemplateCard />
        </div>
        <TemplateList onEdit={edit.start} />
      </div>
      <EditTemplateDialog edit={edit} />
    </Page>
  );
}

/** "Create New Template" (§2): keeps the input until it is saved, then clears it. */
function CreateTemplateCard() {
  const [draft = EMPTY_FORM, setDraft] = useDraft<TemplateForm>('new-template');
  const creation = useCreateTemplate(() => setDraft(undefined));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{templatesMessages.form.title}</CardTitle>
      </CardHeader>
      <CardContent>
        <TemplateFormView
          form={draft}
          onChange={setDraft}
          onSubmit={() => creation.mutate(draft)}
          busy={creation.isPending}
        >
          <Button type="submit" size="lg" className="w-full">
            {creation.isPending ? (
              <LoaderCircle className="animate-spin" aria-hidden="true" />
            ) : (
              <Plus aria-hidden="true" />
            )}
            {templatesMessages.form.submit}
          </Button>
        </TemplateFormView>
      </CardContent>
    </Card>
  );
}
