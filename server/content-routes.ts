import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import { hashtagGroupRoutes } from './features/hashtag-groups/routes.ts';
import { importRoutes } from './features/import/routes.ts';
import { insightsRoutes } from './features/insights/routes.ts';
import { learningRoutes } from './features/learning/routes.ts';
import { linkTagsRoutes } from './features/link-tags/routes.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { memoryRoutes } from './features/memory/routes.ts';
import { postingTimesRoutes } from './features/posting-times/routes.ts';
import { type EvergreenRoutesDeps, evergreenRoutes } from './features/posts/evergreen-routes.ts';
import { postsRoutes } from './features/posts/routes.ts';
import { projectsRoutes } from './features/projects/routes.ts';
import type { PublishingFeature } from './features/publishing/feature.ts';
import { seriesRoutes } from './features/series/routes.ts';
import { templatesRoutes } from './features/templates/routes.ts';
import type { Routes } from './http/zod-compiler.ts';
import type { Client } from './supabase/connection.ts';

type ContentDeps = Omit<Parameters<typeof postsRoutes>[0], 'check' | 'checkNow' | 'takeBack' | 'now'> & {
  /** A client with the caller's rights; null if there is none. */
  clientFor(request: FastifyRequest): Client | null;
  reword: EvergreenRoutesDeps['reword'];
  sample: Parameters<typeof templatesRoutes>[0]['sample'];
  publishing: Pick<PublishingFeature, 'inspect' | 'checkNow' | 'takeBack' | 'files'>;
  setReport: Parameters<typeof insightsRoutes>[0]['setReport'];
  now(): Temporal.Instant;
};

/** The routes of members' content: posts, media, projects, templates, series, and their settings. */
export function contentRoutes({
  clientFor,
  sample,
  reword,
  setReport,
  publishing,
  now,
  ...posts
}: ContentDeps): Routes[] {
  return [
    postsRoutes({
      ...posts,
      check: publishing.inspect,
      checkNow: publishing.checkNow,
      takeBack: publishing.takeBack,
      now,
    }),
    evergreenRoutes({ clientFor, reword, check: publishing.inspect, checkNow: publishing.checkNow, now }),
    importRoutes({ clientFor, now }),
    mediaRoutes({ clientFor, files: publishing.files }),
    projectsRoutes({ clientFor }),
    templatesRoutes({ clientFor, sample }),
    seriesRoutes({ clientFor, now }),
    postingTimesRoutes({ clientFor }),
    linkTagsRoutes({ clientFor }),
    hashtagGroupRoutes({ clientFor }),
    insightsRoutes({ clientFor, setReport, now }),
    learningRoutes({ clientFor, now }),
    memoryRoutes({ clientFor }),
  ];
}
