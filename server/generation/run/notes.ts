import { writerLabel } from '../../../shared/ai/providers.ts';
import { makesVideos, withoutVideo } from '../../../shared/posts/content-project.ts';
import { videoOnly } from '../../../shared/posts/platform-limits.ts';
import type { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';
import type { SourceReading, Writer, WrittenPost } from '../post.ts';
import type { Project } from '../stores/run-store.ts';
import { builtInWriter } from '../writers/built-in-writer.ts';
import { hasVideoApart } from './plan.ts';

/** Notes for the user about a finished run, one or two sentences each, most important first. */
export function runNotes(run: {
  project: Project;
  count: number;
  written: readonly WrittenPost[];
  stoppedBy?: GenerationError | undefined;
  readings: SourceReading[];
  writer: Writer;
}): string[] {
  const videosOnly = videoOnly(run.project.platforms);
  const left = withoutVideo(run.project);
  const made = run.written.length;
  const notes: string[] = [];
  if (made === 0) notes.push(isBuiltIn(run.writer) ? MESSAGES.usedUp : MESSAGES.nothingNew);
  const fewer = fewerNote(run);
  if (fewer) notes.push(fewer);
  for (const reading of run.readings) {
    if (!reading.ok) notes.push(MESSAGES.unreadableSource(reading.url, reading.reason));
  }
  const isInviting = run.written.some(({ form }) => form?.made === 'invitation');
  if (isInviting) notes.push(MESSAGES.invitations);
  if (made > 0 && left.length > 0) notes.push(MESSAGES.needsVideo(left));
  if (made > 0 && hasVideoApart(run.project)) notes.push(MESSAGES.videoApart(videosOnly));
  if (made > 0 && makesVideos(run.project)) notes.push(MESSAGES.videoMade);
  if (made > 0) notes.push(writtenBy(run.writer, run.written));
  return notes;
}

/** Explains missing posts; null when none are missing, or when there are no posts. */
export function fewerNote({
  count,
  written,
  stoppedBy,
  writer,
}: Pick<Parameters<typeof runNotes>[0], 'count' | 'written' | 'stoppedBy' | 'writer'>): string | null {
  const made = written.length;
  if (made === 0 || made >= count) return null;
  if (stoppedBy) return MESSAGES.stopped(made, count, stoppedBy.message);
  return isBuiltIn(writer) ? MESSAGES.carried(made, count) : MESSAGES.fewer(made, count);
}

function isBuiltIn({ name }: Writer): boolean {
  return name === builtInWriter.name;
}

function writtenBy({ name }: Writer, posts: readonly WrittenPost[]): string {
  if (name === builtInWriter.name) return MESSAGES.builtInWriter;
  const written = posts.filter(({ writer = name }) => writer === name);
  const instead = posts.length - written.length;
  const note = instead > 0 ? MESSAGES.writtenInstead(instead, posts.length, writerLabel(name)) : '';
  if (written.length === 0) return note;
  const costs = written.map(({ usage }) => usage?.costUsd ?? null);
  const isKnown = (cost: number | null): cost is number => cost !== null;
  const total = costs.every(isKnown) ? costs.reduce((sum, cost) => sum + cost, 0) : null;
  return [note, MESSAGES.modelWriter(writerLabel(name), total)].filter(Boolean).join(' ');
}
