import { PageHeader } from '@/components/page-header.tsx';
import { createMessages } from '@/features/create/messages.ts';
import { ProjectFormCard } from '@/features/create/project-form-card.tsx';

/** Content Creator (§2): one form that makes a content project and its first posts. */
export function CreateScreen() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8">
      <PageHeader title={createMessages.title} subtitle={createMessages.subtitle} />
      <ProjectFormCard />
    </div>
  );
}
