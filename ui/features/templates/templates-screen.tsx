import { PageHeader } from '@/components/page-header.tsx';
import { CreateTemplateCard } from '@/features/templates/create-template-card.tsx';
import { EditTemplateDialog } from '@/features/templates/edit-template-dialog.tsx';
import { templatesMessages } from '@/features/templates/messages.ts';
import { TemplateList } from '@/features/templates/template-list.tsx';
import { useTemplateEdit } from '@/features/templates/use-template-edit.ts';

/** Content Templates (§2): how posts are to be written, by the day that each style is for. */
export function TemplatesScreen() {
  const edit = useTemplateEdit();
  return (
    <div className="flex flex-col gap-7">
      <PageHeader title={templatesMessages.title} subtitle={templatesMessages.subtitle} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-6">
          <CreateTemplateCard />
        </div>
        <TemplateList onEdit={edit.start} />
      </div>
      <EditTemplateDialog edit={edit} />
    </div>
  );
}
