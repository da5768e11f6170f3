import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { createMessages } from '@/features/create/messages.ts';
import { ProjectFormCard } from '@/features/create/project-form-card.tsx';
import { ProjectList } from '@/features/create/projects/project-list.tsx';

/** Content Creator (§2): the form that makes a content project and its first posts, and the existing projects. */
export function CreateScreen() {
  return (
    <Page>
      <PageHeader title={createMessages.title} subtitle={createMessages.subtitle} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <ProjectFormCard />
        <ProjectList />
      </div>
    </Page>
  );
}
