import { Temporal } from 'temporal-polyfill';
import { makesVideos } from '../../../shared/posts/content-project.ts';
import { videoOnly } from '../../../shared/posts/platform-limits.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import { type AutomationJob, TryLater } from '../../jobs/job.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, madeVideos, stepInWords, VIDEOS_JOB } from './messages.ts';
import type { Videos } from './service.ts';

/** Shorter than the minimum of 30 minutes between two posts, so that a video is ready before its post is due. */
const EVERY_MINUTES = 5;
/** Maximum videos of one run, those due next first. */
const AT_ONCE = 5;
/** Maximum scheduled posts to check. */
const LOOKED_AT = 200;

/** Makes the missing videos of projects' scheduled posts, no matter how the posts were made. */
export function videosJob(client: Client, videos: Videos, now = Temporal.Now.instant): AutomationJob {
  return {
    ...VIDEOS_JOB,
    name: 'videos',
    setting: null,
    isOn: (settings) => !settings.automation_paused,
    schedule: () => ({ every: 'stretch', minutes: EVERY_MINUTES }),
    async run({ signal, report }) {
      const refused: string[] = [];
      let made = 0;
      for (const content of (await withoutVideos(client, now())).slice(0, AT_ONCE)) {
        signal.throwIfAborted();
        const stop = () => void videos.cancel(content.id).catch(() => undefined);
        signal.addEventListener('abort', stop, { once: true });
        try {
          await videos.make(content, { client, request: {}, report: (progress) => report(stepInWords(progress)) });
          made += 1;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof AppError)) throw error;
          if (error.code === 'unavailable') throw new TryLater(error.message, { cause: error });
          refused.push(error.message);
        } finally {
          signal.removeEventListener('abort', stop);
        }
      }
      return madeVideos(made, [...new Set(refused)]);
    },
  };
}

/** Scheduled posts that still lack the video that their project makes for them, those due next first. */
async function withoutVideos(client: Client, now: Temporal.Instant): Promise<GeneratedContentRow[]> {
  const { data, error } = await client
    .from('scheduled_posts')
    .select('generated_content!inner(*)')
    .eq('status', 'scheduled')
    .gte('scheduled_time', now.toString())
    .not('generated_content.project_id', 'is', null)
    .neq('generated_content.content_type', 'video')
    .order('scheduled_time')
    .limit(LOOKED_AT);
  if (error) throw failed('read the posts', error);
  const projects = await client.from('content_projects').select('id, platforms, video_path, videos');
  if (projects.error) throw failed('read the projects', projects.error);
  const makers = new Map(projects.data.filter(makesVideos).map((project) => [project.id, project.videos]));
  return data
    .map(({ generated_content: content }) => content)
    .filter(({ project_id: project, platforms, media }) => {
      const videos = makers.get(project ?? '');
      const hasVideo = media.some(({ kind }) => kind === 'video');
      return !hasVideo && videos !== undefined && (videos === 'always' || videoOnly(platforms).length > 0);
    });
}

function failed(what: string, error: { message: string }): AppError {
  return new AppError('unavailable', couldNot(what, error.message), { cause: error });
}
