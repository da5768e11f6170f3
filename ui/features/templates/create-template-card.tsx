import { LoaderCircle, Plus } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EMPTY_FORM, type TemplateForm } from '@/features/templates/form.ts';
import { templatesMessages } from '@/features/templates/messages.ts';
import { TemplateFormView } from '@/features/templates/template-form.tsx';
import { useCreateTemplate } from '@/features/templates/use-template-changes.ts';
import { useDraft } from '@/lib/draft.ts';

/** "Create New Template" (§2): keeps what was entered until it is saved, then is empty again. */
export function CreateTemplateCard() {
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
