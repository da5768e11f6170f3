import { Pause, Pencil, Play, Sparkles, Trash2 } from 'lucide-react';
import { type ComponentProps, Fragment, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '@/components/badge.tsx';
import { Button } from '@/components/button.tsx';
import { Card, CardContent } from '@/components/card.tsx';
import { toast } from '@/components/toast.tsx';
import { useGenerationRun } from '@/domain/posts/generation/generation-run.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { projectToasts, readingInWords, projectMessages as words } from '@/features/create/projects/messages.ts';
import { useDeleteProject, usePauseProject } from '@/features/create/projects/queries.ts';
import { failureReason } from '@/lib/messages.ts';
import { paths } from '@/lib/paths.ts';
import { formatDateTime, formatRelative } from '@/lib/time.ts';
import { sourcesOf } from '../../../../shared/posts/content-project.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import type { ContentProjectsRow } from '../../../../shared/workspace/database.ts';

const NEXT_POSTS = 3;

type ProjectCardProps = {
  project: ContentProjectsRow;
  /** The times of its next posts; undefined while loading, and when none are scheduled. */
  coming: string[] | undefined;
  onEdit: () => void;
  onDeleted: () => void;
};

/** A project: its platforms and frequency, the results of reading its sources, its next posts, and its actions. */
export function ProjectCard({ project, coming = [], onEdit, onDeleted }: ProjectCardProps) {
  const id = useId();
  const { niche_name: name, posts_per_day, platforms, account_ids, is_paused, video_path } = project;
  const timezone = useTimeZone();
  const facts = [
    words.perRun(posts_per_day),
    account_ids === null ? words.allAccounts : words.accounts(account_ids.length),
    ...(video_path === null ? [] : [words.withVideo]),
  ];
  return (
    <Card aria-labelledby={`${id}-name`}>
      <CardContent className="flex flex-col gap-4 pt-4 sm:pt-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 id={`${id}-name`} dir="auto" className="min-w-0 text-base font-semibold [overflow-wrap:anywhere]">
            {name}
          </h3>
          {is_paused ? <Badge variant="warning">{words.paused}</Badge> : null}
        </div>
        <div className="-mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted-foreground">
          <span>{facts.join(' · ')}</span>
          <ul className="flex flex-wrap gap-2">
            {platforms.map((platform) => (
              <li key={platform}>
                <PlatformMark platform={platform} />
                <span className="sr-only">{platformLabel(platform)}</span>
              </li>
            ))}
          </ul>
        </div>
        <Sources project={project} />
        <div className="text-sm">
          <h4 className="font-medium">{words.nextPosts}</h4>
          <p className="text-muted-foreground tabular-nums">
            {coming.length === 0
              ? words.noNextPosts
              : [...new Set(coming)].slice(0, NEXT_POSTS).map((time, index) => (
                  <Fragment key={time}>
                    {index > 0 ? ' · ' : null}
                    <time dateTime={time} className="whitespace-nowrap">
                      {formatDateTime(time, timezone)}
                    </time>
                  </Fragment>
                ))}
          </p>
        </div>
        <Actions project={project} labelledBy={`${id}-name`} onEdit={onEdit} onDeleted={onDeleted} />
      </CardContent>
    </Card>
  );
}

function Sources({ project }: { project: ContentProjectsRow }) {
  const [now] = useState(() => new Date());
  return (
    <div className="text-sm">
      <h4 className="font-medium">{words.sources}</h4>
      <ul className="flex flex-col gap-1.5">
        {sourcesOf(project).map((url) => {
          const reading = project.source_readings.find((one) => one.url === url);
          return (
            <li key={url} className="min-w-0">
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                dir="ltr"
                className="block truncate underline underline-offset-2"
              >
                {url.replace(/^https?:\/\//, '')}
              </a>
              <span
                className={
                  reading && !reading.ok ? 'text-destructive text-pretty' : 'text-muted-foreground text-pretty'
                }
              >
                {reading ? readingInWords(reading, formatRelative(reading.at, now)) : words.notRead}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ActionsProps = Pick<ProjectCardProps, 'project' | 'onEdit' | 'onDeleted'> & { labelledBy: string };

function Actions({ project, labelledBy, onEdit, onDeleted }: ActionsProps) {
  const { run, start } = useGenerationRun();
  const pause = usePauseProject(project);
  const deletion = useDeleteProject(project, onDeleted);

  async function generate(withoutSources?: true) {
    if (run) return;
    try {
      const { success, created, nothing, message = '' } = await start({ project: project.id, withoutSources });
      const anyway = { label: projectToasts.withoutSources, onClick: () => void generate(true) };
      if (success) toast(projectToasts.made(project.niche_name, created));
      else toast({ ...projectToasts.nothingMade(message), ...(nothing === 'unread' && { action: anyway }) });
    } catch (error) {
      toast(projectToasts.nothingMade(failureReason(error)));
    }
  }

  const action: ComponentProps<typeof Button> = {
    variant: 'ghost',
    size: 'sm',
    className: 'pointer-coarse:h-11',
    'aria-describedby': labelledBy,
  };
  return (
    <div className="-ml-3 flex flex-wrap gap-1">
      <Button {...action} aria-disabled={run !== null} onClick={() => generate()}>
        <Sparkles aria-hidden="true" />
        {run ? words.generating : words.generate}
      </Button>
      <Button {...action} onClick={onEdit}>
        <Pencil aria-hidden="true" />
        {words.edit}
      </Button>
      <Button
        {...action}
        aria-disabled={pause.isPending}
        onClick={() => pause.isPending || pause.mutate(!project.is_paused)}
      >
        {project.is_paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {project.is_paused ? words.resume : words.pause}
      </Button>
      <Button {...action} asChild>
        <Link to={paths.postsOfProject(project.id)}>{words.seePosts}</Link>
      </Button>
      <Button
        {...action}
        className="text-muted-foreground hover:text-destructive pointer-coarse:h-11"
        aria-disabled={deletion.isPending}
        onClick={() => deletion.isPending || deletion.mutate()}
      >
        <Trash2 aria-hidden="true" />
        {words.delete}
      </Button>
    </div>
  );
}
