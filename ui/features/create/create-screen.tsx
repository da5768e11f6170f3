import { PageHeader } from '@/components/page-header.tsx';
import { createMessages } from '@/features/create/messages.ts';
import { ProjectFormCard } from '@/features/create/project-form-card.tsx';
import { ProjectList } from '@/features/create/projects/project-list.tsx';

/** Content Creator (§2): the form that makes a content project and its first posts, and the existing projects. */
export function CreateScreen() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 2xl:max-w-none">
      <PageHeader title={createMessages.title} subtitle={createMessages.subtitle} />
      <div className="grid grid-cols-1 items-start gap-8 2xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
        <ProjectFormCard />
        <ProjectList />
      </div>
    </div>
  );
}
