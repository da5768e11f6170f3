import { z } from 'zod';
import { generationApi } from '../../../shared/api/projects.ts';
import { dryRunRequestSchema, dryRunSchema } from '../../../shared/posts/dry-run.ts';
import {
  destinationsInWords,
  dryRunInWords,
  noPostInWords,
  pausedInWords,
} from '../../../shared/posts/dry-run-words.ts';
import { generationRequestSchema } from '../../../shared/posts/generation.ts';
import { choicesInWords } from '../../../shared/posts/reason-words.ts';
import { call } from '../../agent-client/api.ts';
import { runGeneration } from '../../agent-client/generate.ts';
import { progressInWords } from '../../agent-client/messages.ts';
import { generated, NOTHING_MADE, NOTHING_SENT_BY_ITSELF } from '../messages.ts';
import { ADDS, addTool, READS, type Registry } from '../tool.ts';

const { count, project } = generationRequestSchema.shape;

/** generate_posts and preview_week. */
export function addGenerationTools(registry: Registry): void {
  addTool(
    registry,
    'generate_posts',
    {
      title: 'Generate posts',
      description:
        'Reads the sources of a project, writes posts with pictures, and schedules them at free times in the posting hours: each goes out by itself at its time on its accounts, unless it is changed or cancelled before. Without "project" it takes the newest project that lacks posts today; without "count" as many as the day still lacks, at least 1. Takes up to some minutes and reports each step. Not stopped by cancelling the call.',
      input: z.strictObject({ project, count }),
      scope: 'publish',
      hints: { ...ADDS, openWorldHint: true },
    },
    async ({ api, isRunning, progress }, request) => {
      const result = await runGeneration(api, request, (step) => progress(progressInWords(step)));
      const { success, created, message } = result;
      if (!success) return { says: message ?? NOTHING_MADE, data: result, isError: true };
      const says = generated(created, message);
      return { says: isRunning ? says : `${says} ${NOTHING_SENT_BY_ITSELF}`, data: result };
    },
  );

  addTool(
    registry,
    'preview_week',
    {
      title: 'Preview the coming days',
      description:
        'Says what the AI Autopilot would make on each of the coming days (7 unless told), when it would go out, where, and why. A dry run by the code of real runs: it makes, fetches and changes nothing. Names the time zone of the workspace.',
      input: dryRunRequestSchema.omit({ dryRun: true }).strict(),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { days }) => {
      const answer = await call(api, generationApi.generatePosts, { body: { dryRun: true, days } });
      const plan = dryRunSchema.parse(answer);
      const { timezone, autopilot, paused } = plan;
      const shown = plan.days.map((day) =>
        day.outcome === 'post'
          ? {
              ...day,
              why: choicesInWords(day.reasons).map(({ label, text }) => `${label}: ${text}`),
              goesTo: destinationsInWords(day.destinations),
            }
          : { ...day, why: noPostInWords(day, paused) },
      );
      const says = [dryRunInWords(autopilot), pausedInWords(paused), `Time zone: ${timezone}.`];
      return { says: says.filter(Boolean).join(' '), data: { timezone, autopilot, paused, days: shown } };
    },
  );
}
