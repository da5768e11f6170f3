import { useQuery } from '@tanstack/react-query';
import { FolderPlus, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { EditProjectDialog } from '@/features/create/projects/edit-project-dialog.tsx';
import { projectToasts, projectMessages as words } from '@/features/create/projects/messages.ts';
import { ProjectCard } from '@/features/create/projects/project-card.tsx';
import {
  comingPostsQuery,
  deletedProjectsQuery,
  projectsQuery,
  useRestoreProject,
} from '@/features/create/projects/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { ContentProjectsRow } from '../../../../shared/workspace/database.ts';

/** The projects, newest first, and deleted ones that can be restored. */
export function ProjectList() {
  const supabase = useSupabase();
  const projects = useQuery(projectsQuery(supabase));
  const coming = useQuery(comingPostsQuery(supabase));
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<ContentProjectsRow | null>(null);
  useLinkedProject(projects.data, setEdited);

  return (
    <section className="flex min-w-0 flex-col gap-4" aria-labelledby="projects-title">
      <h2 ref={heading} id="projects-title" tabIndex={-1} className="text-lg font-semibold">
        {words.title}
      </h2>
      {projects.data ? (
        projects.data.length === 0 ? (
          <Card>
            <EmptyState icon={FolderPlus} {...words.empty} />
          </Card>
        ) : (
          <ul className="flex flex-col gap-4">
            {projects.data.map((project) => (
              <li key={project.id}>
                <ProjectCard
                  project={project}
                  coming={coming.data?.get(project.id)}
                  onEdit={() => setEdited(project)}
                  onDeleted={() => heading.current?.focus({ preventScroll: true })}
                />
              </li>
            ))}
          </ul>
        )
      ) : projects.isError ? (
        <Card>
          <ErrorState title={words.loadFailed} query={projects} />
        </Card>
      ) : (
        <div role="status">
          <span className="sr-only">{words.loading}</span>
          <Skeleton className="h-52 rounded-lg" />
        </div>
      )}
      <DeletedProjects />
      {edited ? <EditProjectDialog project={edited} onClose={() => setEdited(null)} /> : null}
    </section>
  );
}

/** Opens the project in `?project=` once loaded, and removes the parameter. */
function useLinkedProject(projects: ContentProjectsRow[] | undefined, open: (project: ContentProjectsRow) => void) {
  const [params, setParams] = useSearchParams();
  const linked = params.get('project');
  useEffect(() => {
    if (linked === null || !projects) return;
    const found = projects.find(({ id }) => id === linked);
    if (found) open(found);
    else toast(projectToasts.gone);
    setParams(
      (all) => {
        all.delete('project');
        return all;
      },
      { replace: true },
    );
  }, [linked, projects, open, setParams]);
}

function DeletedProjects() {
  const { data = [] } = useQuery(deletedProjectsQuery(useSupabase()));
  const restoring = useRestoreProject();
  if (data.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-medium">{words.recentlyDeleted}</h3>
      <ul className="mt-1 text-sm">
        {data.map(({ id, project: { niche_name: name, video_path } }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-1.5">
            <span dir="auto" className="min-w-0 truncate text-muted-foreground">
              {name}
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`${words.restore}: ${name}`}
              aria-disabled={restoring.isPending}
              onClick={() => restoring.isPending || restoring.mutate({ id, name, hadVideo: video_path !== null })}
            >
              <Undo2 aria-hidden="true" />
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
