import { writerLabel } from '../../../../shared/agent/ai-providers.ts';
import { videoOnly } from '../../../../shared/posts/platform-limits.ts';
import type { GenerationError } from '../generation-error.ts';
import { MESSAGES } from '../messages.ts';
import type { SourceReading, Writer, WrittenPost } from '../post.ts';
import type { Project } from '../stores/run-store.ts';
import { builtInWriter } from '../writer/built-in-writer.ts';
import { hasVideoApart } from './plan.ts';

/** Notes for the user about a finished run, one or two sentences each, the most important first. */
export function runNotes(run: {
  project: Project;
  count: number;
  written: readonly WrittenPost[];
  stoppedBy?: GenerationError | undefined;
  readings: SourceReading[];
  writer: Writer;
}): string[] {
  const { platforms, video_path: video } = run.project;
  const videosOnly = videoOnly(platforms);
  const made = run.written.length;
  const notes: string[] = [];
  if (made === 0) notes.push(MESSAGES.nothingNew);
  else if (run.stoppedBy) notes.push(MESSAGES.stopped(made, run.count, run.stoppedBy.message));
  else if (made < run.count) notes.push(MESSAGES.fewer(made, run.count));
  for (const reading of run.readings) {
    if (!reading.ok) notes.push(MESSAGES.unreadableSource(reading.url, reading.reason));
  }
  const invitations = run.written.filter(({ sources }) => sources.length === 0).length;
  const isQuoting = run.writer.name === builtInWriter.name && run.readings.some(({ ok }) => ok);
  if (isQuoting && invitations > 0) notes.push(MESSAGES.invitations(invitations, made));
  if (made > 0 && videosOnly.length > 0 && video === null) notes.push(MESSAGES.needsVideo(videosOnly));
  if (made > 0 && hasVideoApart(run.project)) notes.push(MESSAGES.videoApart(videosOnly));
  if (made > 0) notes.push(writtenBy(run.writer, run.written));
  return notes;
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
